import { useTranslations } from 'use-intl';
import type { FieldType, OperationName } from '../../contract/operations';
import { SecretField } from '../../ui/form/secret-field';
import { Select } from '../../ui/form/select';
import { TextArea } from '../../ui/form/text-area';
import { TextField } from '../../ui/form/text-field';
import { type FieldProblem, type FormField, type FormTexts, fieldsOf, isJsonField } from './operation-form';

/** What a JSON field looks like when it is filled in. */
const examples: Readonly<Record<string, string>> = {
  filter: '{"and":[{"field":"2200000000000001","query":{"eq":["…"]}}]}',
  order: '{"field_id":"updated_on","type":"desc"}',
  update_by_fields: '["2200000000000001"]',
  items: '[{"item_id":"2300000000000001","fields":{"2200000000000001":"…"}}]',
  file_ids: '[1, 2, 3]',
};

/** The contract’s words for the types of fields, as the texts name them. */
const typeKeys = {
  string: 'string',
  integer: 'integer',
  object: 'object',
  'array of string': 'strings',
  'array of integer': 'integers',
  'array of object': 'objects',
} as const satisfies Record<FieldType, string>;

interface OperationFieldsProps {
  name: OperationName;
  texts: FormTexts;
  onChange: (texts: FormTexts) => void;
  /** Shown once the user has typed in a field or tried to send. */
  problems: Readonly<Record<string, FieldProblem>>;
  tried: boolean;
  /** Ids that are known from what was read, by the name of the field that takes them. */
  suggestions: Readonly<Record<string, readonly Suggestion[]>>;
}

export interface Suggestion {
  id: string;
  name: string;
}

/** The form of an operation, made from its fields. */
export function OperationFields({ name, texts, onChange, problems, tried, suggestions }: OperationFieldsProps) {
  const t = useTranslations('explorer');
  const fields = fieldsOf(name);
  if (fields.length === 0) return <p className="dim">{t('noFields')}</p>;
  return fields.map((field) => {
    const text = texts[field.name] ?? '';
    const problem = problems[field.name];
    const showsProblem = problem !== undefined && (problem === 'required' ? tried : text !== '');
    const hint = t('fieldHint', {
      type: t(field.place === 'path' ? 'inPath' : `type.${typeKeys[field.type]}`),
      required: String(field.required),
    });
    return (
      <FieldInput
        key={field.name}
        field={field}
        value={text}
        onChange={(value) => onChange({ ...texts, [field.name]: value })}
        hint={hint}
        error={showsProblem ? t(`problem.${problem}`) : undefined}
        suggestions={suggestions[field.name] ?? []}
      />
    );
  });
}

/** Suggestions that are in the page: the others are found by typing. */
const offeredMax = 100;

interface FieldInputProps {
  field: FormField;
  value: string;
  onChange: (value: string) => void;
  hint: string;
  error: string | undefined;
  suggestions: readonly Suggestion[];
}

function FieldInput({ field, suggestions, ...rest }: FieldInputProps) {
  const t = useTranslations('explorer');
  const props = { ...rest, label: field.name };
  if (field.secret) return <SecretField {...props} />;
  if (field.choices) {
    const options = field.choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <Select {...props} value={rest.value === '' ? null : rest.value} options={options} placeholder={t('choose')} />
    );
  }
  if (isJsonField(field)) {
    return <TextArea {...props} mono rows={field.name === 'items' ? 6 : 3} placeholder={examples[field.name]} />;
  }
  const listId = `explorer-${field.name}`;
  const typed = rest.value.toLowerCase();
  const offered = suggestions
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(typed))
    .slice(0, offeredMax);
  return (
    <>
      <TextField
        {...props}
        mono
        inputMode={field.type === 'integer' ? 'numeric' : undefined}
        list={offered.length > 0 ? listId : undefined}
      />
      {offered.length > 0 ? (
        <datalist id={listId}>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}
