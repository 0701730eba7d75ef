// What of the grid is not part of the first picture.

export { DatePicker } from './edit/date-picker';
export { EditProblem } from './edit/edit-problem';
export { SuggestionList } from './edit/suggestion-list';
export { RecordCards } from './rows/record-cards';
