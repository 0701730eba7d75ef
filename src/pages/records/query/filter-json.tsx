import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Filter, readFilter } from '../../../contract/filter';
import { formatJson, parseJson } from '../../../contract/json';
import { Button, CopyButton } from '../../../ui/form/button';
import { TextArea } from '../../../ui/form/text-area';
import { Dialog } from '../../../ui/overlay/dialog';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { isPressed, keysOf } from '../../../ui/shortcuts/shortcuts';

interface FilterJsonProps {
  filter: Filter | null;
  onApply(filter: Filter | null): void;
  onOpenBuilder(filter: Filter | null): void;
  onClose(): void;
}

/** The filter as the API's own JSON, both ways; what the form does not know is kept. */
export function FilterJson({ filter, onApply, onOpenBuilder, onClose }: FilterJsonProps) {
  const t = useTranslations('filters.json');
  const f = useTranslations('filters.form');
  const [text, setText] = useState(() => (filter === null ? '' : formatJson(filter, 2)));
  const isApplied = useRef(false);
  const read = readText(text);
  const error = read.ok
    ? null
    : t(read.path === null ? 'invalid' : 'noFilter', { reason: read.reason, path: read.path || 'none' });

  function apply() {
    if (!read.ok) return;
    isApplied.current = true;
    onApply(read.filter);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      size="medium"
      keepOnOutsidePress
      // Once applied, the cells take it.
      finalFocus={() => !isApplied.current}
      footer={
        <>
          <CopyButton text={text} showLabel size="normal" />
          <Button kind="ghost" onClick={() => read.ok && onOpenBuilder(read.filter)} disabledReason={error}>
            {t('builder')}
          </Button>
          <Button kind="primary" onClick={apply} disabledReason={error}>
            {f('apply')} <Kbd keys={keysOf('applyFilter')} />
          </Button>
        </>
      }
    >
      <TextArea
        label={t('field')}
        hideLabel
        mono
        rows={16}
        value={text}
        onChange={setText}
        error={error}
        hint={`${t('note')} ${t('empty')}`}
        onKeyDown={(event) => {
          if (isPressed('applyFilter', event)) apply();
        }}
      />
    </Dialog>
  );
}

/** The filter of a text, or why it is none; `path` is null if it is not even JSON. */
function readText(
  text: string,
): { ok: true; filter: Filter | null } | { ok: false; reason: string; path: string | null } {
  if (text.trim() === '') return { ok: true, filter: null };
  try {
    return readFilter(parseJson(text));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), path: null };
  }
}
