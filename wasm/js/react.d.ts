/**
 * `<seesaw-playground>` in the JSX of React 19: import it once, for types alone.
 *
 *   import type {} from 'seesaw/element/react';
 */
import type {} from 'react';
import type { PlaygroundProps } from './jsx.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'seesaw-playground': PlaygroundProps;
    }
  }
}
