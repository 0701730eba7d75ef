const rate = 11_025;
/** Length of the whole, however many values there are. */
const seconds = 6;

/**
 * A WAV file (mono, 16 bits) in which each value is a short tone, from low to high: one hears the course of the series.
 */
export function sonify(values: readonly number[]): Uint8Array {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const noteLength = Math.round((rate * seconds) / values.length);
  const samples = new Int16Array(values.length * noteLength);
  let phase = 0;
  for (const [index, value] of values.entries()) {
    // Two and a half octaves from 196 Hz.
    const frequency = 196 * 2 ** (((value - low) / (high - low || 1)) * 2.5);
    for (let at = 0; at < noteLength; at += 1) {
      phase += (2 * Math.PI * frequency) / rate;
      // Every tone fades a little, so that equal ones are told apart.
      const strength = 0.35 * (1 - (0.5 * at) / noteLength);
      samples[index * noteLength + at] = Math.round(32_767 * strength * (Math.sin(phase) + 0.25 * Math.sin(2 * phase)));
    }
  }
  return wav(samples);
}

function wav(samples: Int16Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true);
  return new Uint8Array(view.buffer);
}
