import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/form/button';
import { Select } from '../../../../ui/form/select';
import { TextField } from '../../../../ui/form/text-field';
import { CloseIcon } from '../../../../ui/icons/icons';
import type { Findings } from '../findings';
import { type Choice, choicesFor, newOperator } from './condition-draft';
import styles from './condition-form.module.css';
import { OperandEditor, type OperandEditorProps } from './operand-editor';
import { stateOf } from './operator-states';

interface OperatorEditorProps extends OperandEditorProps {
  findings: Findings;
  /** Null for the only operator there is. */
  onRemove: (() => void) | null;
}

/** One operator of a condition and its operand. */
export function OperatorEditor(props: OperatorEditorProps) {
  const { column, operator, findings, onChange, onRemove } = props;
  const t = useTranslations('filters.form');
  const q = useTranslations('query');
  const hint = (choice: Choice) => {
    const ignored = wireNames(choice).some((name) => stateOf(findings, column.kind, name) === 'ignored');
    return ignored ? q('ignored') : undefined;
  };
  return (
    <div className={styles.operator}>
      <div className={styles.pair}>
        <Select
          label={t('operator')}
          value={operator.choice}
          onChange={(choice: Choice) =>
            onChange(
              choice === 'other' || operator.choice === 'other' ? { ...newOperator, choice } : { ...operator, choice },
            )
          }
          options={choicesFor(column).map((choice) => ({
            value: choice,
            label: t(`operatorNames.${choice.replace('-', '_') as OperatorKey}`),
            hint: hint(choice),
          }))}
        />
        {operator.choice === 'other' ? (
          <TextField
            label={t('operatorName')}
            mono
            value={operator.name}
            onChange={(name) => onChange({ ...operator, name })}
          />
        ) : null}
        {onRemove ? <IconButton label={t('removeOperator')} icon={<CloseIcon size={14} />} onClick={onRemove} /> : null}
      </div>
      <OperandEditor {...props} />
    </div>
  );
}

type OperatorKey =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'em_true'
  | 'em_false'
  | 'between'
  | 'any_of'
  | 'other';

/** The operators that a choice sends. */
function wireNames(choice: Choice): string[] {
  switch (choice) {
    case 'em-true':
    case 'em-false':
      return ['em'];
    case 'between':
      return ['gte', 'lte'];
    case 'any-of':
      return ['or', 'eq'];
    case 'other':
      return [];
    default:
      return [choice];
  }
}
