// What reads a clipboard, as one script for a page of its own.

export { inertDocument } from '../src/api/wire/trusted-types';
export { pastedCells } from '../src/edits/pasted-cells';
