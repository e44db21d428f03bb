import full from 'seesaw/dist/seesaw-full.wasm';
import small from 'seesaw/dist/seesaw.wasm';
import { locate } from 'seesaw/locate';

const beside = (file) => new URL(file, import.meta.url);
locate({ small: beside(small), full: beside(full), worker: beside('./worker.js') });
