/** What package.json says. */
import { readFileSync } from 'node:fs';

/** @type {{ version: string, peerDependencies: Record<string, string> }} */
export const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
