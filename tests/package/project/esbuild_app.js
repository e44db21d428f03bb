/** esbuild does not follow new URL(): the loader "file" moves the modules, the worker is an entry of its own. */
import './esbuild_places.js';
import './app.js';
