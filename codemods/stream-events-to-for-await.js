import { createTransform } from '../core/codemod/transform.js';
import { streamEvents } from '../core/patterns/stream-events.js';

/**
 * `data`, `end` and `error` listeners that read a stream -> `for await`, in an async function that
 * deals with the errors.
 */
export const codemod = { name: 'stream-events-to-for-await', patterns: [streamEvents] };

export default createTransform(codemod);
