import { useLasting } from '../hooks/use-time';
import { Button, type ButtonProps } from './button';

/** Milliseconds in which a press was meant for what was there before. */
const settleMs = 500;

/**
 * The button of a step that cannot be taken back: it sends, or says yes to a question. It takes no press in the first half second in which it can be pressed,
 * by pointer, key or shortcut (`click()`), and none of a key that is held down, so that a step before it cannot press it as well.
 */
export function SendButton({ onKeyDown, ...props }: ButtonProps) {
  const canBePressed = !props.disabledReason && !props.busy;
  const [isSettled] = useLasting(canBePressed, settleMs);
  return (
    <Button
      {...props}
      isSettling={canBePressed && !isSettled}
      onKeyDown={(event) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
        onKeyDown?.(event);
      }}
    />
  );
}
