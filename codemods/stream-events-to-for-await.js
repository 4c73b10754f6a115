import { createTransform } from '../core/codemod/transform.js';
import { streamEvents } from '../core/patterns/stream-events.js';
import { streamPipe } from '../core/patterns/stream-pipe.js';

/**
 * `data`, `end` and `error` listeners that read a stream -> `for await`, in an async function that
 * deals with the errors; files that are piped -> `pipeline`.
 */
export const codemod = { name: 'stream-events-to-for-await', patterns: [streamEvents, streamPipe] };

export default createTransform(codemod);
