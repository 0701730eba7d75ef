// What of the grid is not part of the first picture.

export { DatePicker } from './edit/date-picker';
export { EditProblem, SuggestionList } from './edit/editor-hints';
export { clearRange, fillRange, pasteArea, pastedCells, pasteRange } from './edit/range-edits';
export { RecordCards } from './rows/record-cards';
