/**
 * Where the files that are no JavaScript are, for the modules of this package; locate.js says it for others.
 */

/** @typedef {import('./locate.js').Place} Place */

/** What locate() was given. @type {import('./locate.js').Places} */
export const given = {};

/** The smaller module: graphs. @returns {Place} */
export const smallModule = () => given.small ?? new URL('../dist/seesaw.wasm', import.meta.url);

/** The larger module: all of it. @returns {Place} */
export const fullModule = () => given.full ?? new URL('../dist/seesaw-full.wasm', import.meta.url);

/** The worker of the element; undefined: the one beside its script. @returns {string | URL | undefined} */
export const workerGiven = () => given.worker;
