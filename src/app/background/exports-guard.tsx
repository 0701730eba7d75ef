import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../contract/errors';
import type { ExportRun } from '../../transfer/out/export-run';
import { allExports, isLookedAt, subscribeExports } from '../../transfer/out/exports';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';

/** What goes with the exports of this tab, whatever page is open: leaving asks first, and an end that nobody sees is told. Draws nothing. */
export function ExportsGuard() {
  const runs = useSyncExternalStore(subscribeExports, allExports);
  return runs.map((run) => <Guard key={run.state().beganAt} run={run} />);
}

function Guard({ run }: { run: ExportRun }) {
  const t = useTranslations('exporting');
  const frame = useTranslations('frame');
  const navigate = useNavigate();
  const phase = useSyncExternalStore(run.subscribe, () => run.state().phase);
  const before = useRef(phase);
  const open = phase === 'running' || phase === 'paused';

  useEffect(() => {
    if (!open) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [open]);

  useEffect(() => {
    const ended = before.current === 'running' && phase !== 'running' && !isLookedAt(run);
    before.current = phase;
    if (!ended) return;
    const { fileName, rows, error } = run.state();
    const text = t('look');
    if (phase === 'done') showToast({ kind: 'good', title: t('ended', { file: fileName, rows }), key: fileName });
    else if (phase === 'broken') {
      showToast({ kind: 'bad', title: t('endedWith.broken', { file: fileName }), text, key: fileName });
    } else if (error) {
      const request = error instanceof ApiError ? error.request : null;
      const address = paths.activity({ env: run.plan.client.environment.name }, { request });
      showToast({
        kind: 'bad',
        title: t('endedWith.failed', { file: fileName }),
        text,
        action: request === null ? undefined : { label: frame('showRequest'), onSelect: () => navigate(address) },
        key: fileName,
      });
    }
  }, [phase, run, t, frame, navigate]);

  return null;
}
