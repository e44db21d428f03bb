/**
 * `<seesaw-playground>`: importing this registers it.
 *
 *   import 'seesaw/element';
 *   document.querySelector('seesaw-playground').text = 'def forward(self, x): ...';
 *
 * In Node nothing is registered. An element loads what it shows when it comes into view; values and all passes after
 * its first result, in the compact form when somebody asks for more.
 */
import type { TABS } from './tabs.js';

export type Tab = (typeof TABS)[number];
export type Theme = 'system' | 'light' | 'dark';

/** What attributes say, as properties. Both can be changed at any time. */
export interface PlaygroundAttributes {
  /** Address of a text. */
  src?: string | null;
  /** Names with commas between them; options as `name:option=value`. */
  passes?: string | null;
  /** `off`: as if exported under `torch.no_grad()`. Default: `on`. */
  ambientGrad?: 'on' | 'off' | null;
  /** A form of `seesaw print`. Default: `readable`. */
  format?: string | null;
  tab?: Tab | null;
  theme?: Theme | null;
  /** To look at, not to edit. */
  readonly?: boolean;
  /** One view with a caption below it, as high as what it shows. */
  compact?: boolean;
  /** Below the compact form. Default: what the passes did. */
  caption?: string | null;
  /** Keeps what the visitor does in the browser, under this name. Read once. */
  remember?: string | null;
  /** The page's address may hold a document. Read once. */
  links?: boolean;
}

/** `selection-changed`: the chosen nodes. */
export interface ChosenNode {
  name: string;
  path: string;
  step: number;
}

export interface SeesawPlaygroundEventMap {
  /** The text, the passes, or how they are shown, has changed. */
  'document-changed': CustomEvent<null>;
  'selection-changed': CustomEvent<ChosenNode[]>;
}

export class SeesawPlayground extends HTMLElement implements PlaygroundAttributes {
  src: string | null;
  passes: string | null;
  ambientGrad: 'on' | 'off' | null;
  format: string | null;
  tab: Tab | null;
  theme: Theme | null;
  readonly: boolean;
  compact: boolean;
  caption: string | null;
  remember: string | null;
  links: boolean;
  /** The text of the editor; setting it is an edit that can be undone. */
  text: string;
  addEventListener<K extends keyof SeesawPlaygroundEventMap>(
    type: K,
    listener: (this: SeesawPlayground, event: SeesawPlaygroundEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'seesaw-playground': SeesawPlayground;
  }
}
