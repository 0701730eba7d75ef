import { useTranslations } from 'use-intl';
import type { FieldType } from '../../contract/operation-docs';
import { operations } from '../../contract/operations';
import { Checkbox } from '../../ui/form/checkbox';
import { SecretField } from '../../ui/form/secret-field';
import { Select } from '../../ui/form/select';
import { TextArea } from '../../ui/form/text-area';
import { TextField } from '../../ui/form/text-field';
import styles from './explorer.module.css';
import { type FormProblems, fieldsOf, methods, operationAt, pathPrefix, type RequestForm } from './request-form';

/** The contract’s words for the types of fields, as the texts name them. */
const typeKeys = {
  string: 'string',
  integer: 'integer',
  object: 'object',
  'array of string': 'strings',
  'array of integer': 'integers',
  'array of object': 'objects',
} as const satisfies Record<FieldType, string>;

const returnFieldsExample = '["*", {"space": ["*"]}]';

interface RequestFieldsProps {
  form: RequestForm;
  onChange: (form: RequestForm) => void;
  problems: FormProblems;
  /** The value of `X-Service-Return-Fields` as it is sent. */
  header: string | undefined;
  /** The user tried to send: what is missing is marked too. */
  tried: boolean;
}

/** The form of a request: method, path and body. Of a path that the contract knows it has the fields of the body, and its secrets masked. */
export function RequestFields({ form, onChange, problems, header, tried }: RequestFieldsProps) {
  const t = useTranslations('explorer');
  const known = operationAt(form.method, pathPrefix + form.path);
  const fields = known === null ? null : fieldsOf(known);
  const isMissing = problems.path === 'required' || problems.path === 'unfilled';
  const described = fields?.plain.map(({ name, type, required }) =>
    t('fieldHint', { name, type: t(`type.${typeKeys[type]}`), required: String(required) }),
  );
  return (
    <>
      <div className={styles.address}>
        <Select
          label={t('method')}
          value={form.method}
          onChange={(method) => onChange({ ...form, method })}
          options={methods.map((method) => ({ value: method, label: method }))}
        />
        <TextField
          label={t('path')}
          mono
          value={form.path}
          onChange={(path) =>
            onChange({ ...form, path: path.startsWith(pathPrefix) ? path.slice(pathPrefix.length) : path })
          }
          icon={<span className="mono dim">{pathPrefix}</span>}
          error={problems.path !== null && (tried || !isMissing) ? t(`pathProblem.${problems.path}`) : undefined}
        />
      </div>
      {form.method === 'GET' ? (
        <p className="dim">{t('bodyless')}</p>
      ) : (
        <TextArea
          label={t('body')}
          mono
          rows={Math.max(5, form.body.split('\n').length)}
          value={form.body}
          onChange={(body) => onChange({ ...form, body })}
          hint={described && described.length > 0 ? described.join(' · ') : t('bodyHint')}
          error={problems.body === null ? undefined : t(`problem.${problems.body}`)}
        />
      )}
      {fields?.secrets.map((name) => (
        <SecretField
          key={name}
          label={name}
          value={form.secrets[name] ?? ''}
          onChange={(value) => onChange({ ...form, secrets: { ...form.secrets, [name]: value } })}
        />
      ))}
      {known !== null && operations[known].credential === 'body' ? null : (
        <Checkbox label={t('withKey')} checked={form.withKey} onChange={(withKey) => onChange({ ...form, withKey })} />
      )}
      <TextField
        label={t('returnFields')}
        mono
        value={form.returnFields}
        onChange={(returnFields) => onChange({ ...form, returnFields })}
        hint={
          header !== undefined && header !== form.returnFields
            ? t('returnFieldsEscaped', { header })
            : t('returnFieldsHint', { example: returnFieldsExample })
        }
        error={problems.returnFields === null ? undefined : t('problem.json')}
      />
    </>
  );
}
