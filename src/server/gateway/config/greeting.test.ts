import { describe, expect, it } from 'vitest';
import { readConfig } from './config';
import { greeting as greet, progressLine, type Started } from './greeting';

const demo = { apiKey: 'demo-key-1', narrowApiKey: 'narrow-key-1', appId: 'app-id-1', appSecret: 'app-secret-1' };
const secrets = Object.values(demo);
const greeting = (variables: Record<string, string | undefined>, started: Partial<Started> = {}) =>
  greet({ config: readConfig(variables), port: 4173, version: '1.2.3', demo, demoToken: null, ...started });

describe('greeting', () => {
  it('is this, and nothing else', () => {
    expect(greeting({}, { demoToken: 'token-1', metricsPort: 9100 }).split('\n')).toEqual([
      '',
      'Warehouse Console 1.2.3',
      '',
      '  http://127.0.0.1:4173',
      '',
      '  Demo workspace  http://127.0.0.1:4173/#demo=token-1  (for one browser)',
      '  Demo key        demo-key-1',
      '  Second key      narrow-key-1  (one workspace only)',
      '  Provider ID     app-id-1',
      '  Provider secret app-secret-1',
      '  Metrics         port 9100, /metrics',
      '',
    ]);
    expect(greeting({ PUBLIC_URL: 'https://console.example.com' }, { demo: null }).split('\n')).toEqual([
      '',
      'Warehouse Console 1.2.3',
      '',
      '  https://console.example.com',
      '',
      '  Listening on    127.0.0.1:4173',
      '',
    ]);
  });

  it('has an IPv6 address as one is written in a URL', () => {
    expect(greeting({ HOST: '::1' }, { port: 80 })).toContain('http://[::1]:80');
  });

  it.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://console.example.com' }])(
    'keeps the credentials to itself with %j',
    (variables) => {
      const text = greeting(variables);
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).toContain('stored in the database');
    },
  );

  it('says that the demo is open to everyone, and prints no credentials to a container’s log', () => {
    const text = greeting({ HOST: '0.0.0.0', DEMO_OPEN: 'true' });
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('everyone who reaches this gateway (DEMO_OPEN)');
  });

  it('names the environments, and warns of unencrypted keys', () => {
    const variables = { UPSTREAMS: 'prod=https://api.example.com,lab=http://lab.example.com' };
    const text = greeting(variables, { demo: null });
    expect(text).toMatch(/prod: https:\/\/api\.example\.com$/m);
    expect(text).toMatch(/lab: http:\/\/lab\.example\.com \(http: keys are sent unencrypted\)$/m);
    expect(text).not.toContain('Demo');
  });

  it('shows loading progress', () => {
    expect(progressLine({ loaded: 12000, total: 340000, done: false })).toBe(
      'Demo data: 12,000 of 340,000 records loaded.',
    );
    expect(progressLine({ loaded: 340000, total: 340000, done: true })).toBe('Demo data: all 340,000 records loaded.');
  });
});
