import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/form/checkbox';
import { Select } from '../../ui/form/select';
import { TextArea, TextField } from '../../ui/form/text-field';
import styles from './explorer.module.css';
import { type HandForm, methods, type PathProblem, pathPrefix } from './hand-form';

interface HandFieldsProps {
  form: HandForm;
  onChange: (form: HandForm) => void;
  problems: { path: PathProblem | null; body: 'json' | null };
  tried: boolean;
}

/** Any method, path and body below `/openapi/v1`. */
export function HandFields({ form, onChange, problems, tried }: HandFieldsProps) {
  const t = useTranslations('explorer');
  const showsPath = problems.path !== null && (problems.path === 'required' ? tried : true);
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
          error={showsPath && problems.path !== null ? t(`pathProblem.${problems.path}`) : undefined}
        />
      </div>
      {form.method === 'GET' ? (
        <p className="dim">{t('bodyless')}</p>
      ) : (
        <TextArea
          label={t('body')}
          mono
          rows={7}
          value={form.body}
          onChange={(body) => onChange({ ...form, body })}
          hint={t('bodyHint')}
          error={problems.body === null ? undefined : t('problem.json')}
        />
      )}
      <Checkbox label={t('withKey')} checked={form.withKey} onChange={(withKey) => onChange({ ...form, withKey })} />
    </>
  );
}
