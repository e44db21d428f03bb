export * from './passes.js';
