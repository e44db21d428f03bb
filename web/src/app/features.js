/**
 * The features of the page, once: its actions, panels, dialogs and styles are made from this list.
 *
 * To add one: a folder in web/src/features with a `feature.js`, and its name here. A feature gets the model and the
 * commands (features/contract.js), and knows no other feature.
 */
import { AUTOGRAD } from '../features/autograd/feature.js';
import { EDIT } from '../features/edit/feature.js';
import { FILM } from '../features/film/feature.js';
import { GRAPH } from '../features/graph/feature.js';
import { LEARN } from '../features/learn/feature.js';
import { LOG } from '../features/log/feature.js';
import { OWN } from '../features/python/feature.js';
import { SHARE } from '../features/share/feature.js';
import { SIGNATURE } from '../features/signature/feature.js';

/**
 * In the order in which help lists their keys, and the tabs stand.
 * @type {import('../features/contract.js').Feature[]}
 */
export const FEATURES = [EDIT, GRAPH, FILM, AUTOGRAD, SIGNATURE, LOG, OWN, SHARE, LEARN];
