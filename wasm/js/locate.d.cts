export * from './locate.js';
