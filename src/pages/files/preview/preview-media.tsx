import { useRef, useState } from 'react';
import { LoadFailed } from '../lookup/load-failed';
import styles from './preview-content.module.css';

interface PreviewMediaProps {
  kind: 'audio' | 'video';
  link: string;
  name: string;
  onBroken: () => void;
  onRenew: () => void;
}

/** Sound or film. It plays on with the link that it began with, and takes a newer one only when that fails, at the same place. */
export function PreviewMedia({ kind, link, name, onBroken, onRenew }: PreviewMediaProps) {
  const [held, setHeld] = useState(link);
  const [failed, setFailed] = useState(false);
  const position = useRef(0);
  if (failed && held !== link) {
    setHeld(link);
    setFailed(false);
  }
  if (failed) return <LoadFailed onRenew={onRenew} />;
  const Media = kind;
  return (
    <Media
      key={held}
      src={held}
      controls
      preload="metadata"
      aria-label={name}
      className={styles[kind]}
      onTimeUpdate={(event) => {
        position.current = event.currentTarget.currentTime;
      }}
      onLoadedMetadata={(event) => {
        if (position.current > 0) event.currentTarget.currentTime = position.current;
      }}
      onError={() => {
        setFailed(true);
        onBroken();
      }}
    />
  );
}
