import { useRef } from 'react';
import { Button, type ButtonProps } from './button';

interface JsonFileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The name of the field that takes the file. */
  label: string;
  onFile(file: File): void;
}

/** A button that asks for a JSON file of this device. */
export function JsonFileButton({ label, onFile, ...button }: JsonFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again after it was changed.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
