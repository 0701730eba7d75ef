// What of the grid is not part of the first picture.

export { DatePicker } from './edit/date-picker';
export { EditProblem, SuggestionList } from './edit/editor-hints';
export { RecordCards } from './rows/record-cards';
