/**
 * `<seesaw-playground>` in JSX: import it once, for types alone.
 *
 *   import type {} from 'seesaw/element/jsx';
 */
import type { PlaygroundAttributes, SeesawPlayground } from './element.js';

/** The attributes as HTML writes them, and what every element takes. */
export interface PlaygroundProps extends PlaygroundAttributes {
  'ambient-grad'?: 'on' | 'off';
  text?: string;
  id?: string;
  className?: string;
  class?: string;
  style?: unknown;
  slot?: string;
  children?: unknown;
  key?: string | number | null;
  ref?: ((element: SeesawPlayground | null) => unknown) | { current: SeesawPlayground | null } | null;
}

interface Elements {
  'seesaw-playground': PlaygroundProps;
}

declare global {
  // Preact, Solid and React up to 18.
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
