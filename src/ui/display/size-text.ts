import { useFormatter } from 'use-intl';
import { spaceDigits } from '../../texts/space-digits';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the largest unit that keeps it at 1 or more, in steps of 1000. */
export function scaledSize(size: number | bigint): { value: number; unit: (typeof units)[number] } {
  let value = Number(size);
  let step = 0;
  // 999.5 kB would be written as 1,000 kB.
  while (value >= 999.5 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return { value, unit: units[step] ?? 'byte' };
}

/** Writes a size in bytes for people: 82 kB. */
export function useSizeText(): (size: number | bigint) => string {
  const format = useFormatter();
  return (size) => {
    const { value, unit } = scaledSize(size);
    return spaceDigits(
      format.number(value, {
        style: 'unit',
        unit,
        // The short form of a byte is "byte", also for many.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: value < 10 && unit !== 'byte' ? 1 : 0,
      }),
    );
  };
}
