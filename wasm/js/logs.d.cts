export * from './logs.js';
