/** `seesaw/element` where there is no document: nothing is registered, so that pages can be rendered on a server. */
export {};
