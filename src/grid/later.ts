// What of the grid is not part of the first picture.

export { pastedCells } from '../edits/pasted-cells';
export { editByText } from './edit/coerce-cell';
export { DatePicker } from './edit/date-picker';
export { EditProblem, SuggestionList } from './edit/editor-hints';
export { PastedNotice, PasteLines } from './edit/paste-lines';
export { clearRange, fillRange, pasteArea, pasteRange } from './edit/range-edits';
export { RecordCards } from './rows/record-cards';
