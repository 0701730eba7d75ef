import { useNavigate } from 'react-router-dom';
import { deleteUnreadable, unreadableJob } from '../../jobs/ledger/unreadable';
import type { Owner } from '../../storage/draft-rows';
import { saveUnreadable } from '../../transfer/out/unreadable-file';
import { UnreadableNotice } from '../../ui/display/unreadable-notice';
import { paths } from '../../url/paths';

/** A job of which a part cannot be read by this version: its file, and the end of it. */
export function UnreadableJob({ id, owner }: { id: string; owner: Owner }) {
  const navigate = useNavigate();
  const job = unreadableJob(id, owner);
  return (
    <UnreadableNotice
      {...job}
      onSave={() => void saveUnreadable(job)}
      onDelete={() => void deleteUnreadable(job).then(() => navigate(paths.jobs({ env: owner.environment })))}
    />
  );
}
