/** In browsers the element; on the server nothing. */
if (typeof window !== 'undefined') import('../element/index.js');
