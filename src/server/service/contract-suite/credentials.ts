import { describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits';
import { foreign, type Target, tableId } from './target';

/** Section 5: life of token and key, whose events go where. */
export function describeCredentials(target: Target): void {
  describe.skipIf(foreign)('credentials (needs the clock of this service)', () => {
    const provider = () => ({ app_id: target.demo.appId, app_secret: target.demo.appSecret });
    const life = limits.credentialLifeSeconds * 1000;
    const threshold = limits.renewalThresholdSeconds * 1000;

    it('keeps a token while it has 30 minutes, gives a new one below that, and the old one stays valid to its end (5.3)', async () => {
      target.now += 2 * life;
      const first = await target.ask('getAccessToken', provider());
      expect(first.expire).toBe(limits.credentialLifeSeconds);
      target.now += life - threshold;
      const same = await target.ask('getAccessToken', provider());
      expect(same).toEqual({ access_token: first.access_token, expire: limits.renewalThresholdSeconds });
      target.now += 1000;
      const next = await target.ask('getAccessToken', provider());
      expect(next.access_token).not.toBe(first.access_token);
      expect(next.expire).toBe(limits.credentialLifeSeconds);
      expect((await target.ask('getAccessToken', provider())).access_token).toBe(next.access_token);
      const info = await target.ask('getProviderInfo', { access_token: first.access_token });
      expect(info.app_id).toBe(target.demo.appId);
      target.now += threshold;
      expect((await target.send('getProviderInfo', { access_token: first.access_token })).envelope).toMatchObject({
        code: 100,
      });
      expect((await target.ask('getProviderInfo', { access_token: next.access_token })).name).not.toBe('');
    });

    it.each([1, 3_600, 90_000, 10 * 365 * 86_400])(
      'tells no caller of more than two hours after the clock was set back by %i s (5.3, 5.4)',
      async (seconds) => {
        target.now += 2 * life;
        const before = target.now;
        const asked = async () => {
          const token = await target.ask('getAccessToken', provider());
          const key = await target.ask('getProviderKey', {
            access_token: token.access_token,
            api_key: target.demo.apiKey,
          });
          return [token.access_token, token.expire, key.api_key, key.expire];
        };
        const first = await asked();
        target.now = before - seconds * 1000;
        expect(await asked()).toEqual(first);
        target.now = before;
        expect(await asked()).toEqual(first);
      },
    );

    it('does the same with the provider-level key of a customer key (5.4)', async () => {
      target.now += 2 * life;
      const token = async () => (await target.ask('getAccessToken', provider())).access_token;
      const exchange = async (apiKey = target.demo.apiKey) =>
        target.ask('getProviderKey', { access_token: await token(), api_key: apiKey });
      const first = await exchange();
      expect(first.expire).toBe(limits.credentialLifeSeconds);
      expect((await exchange(target.demo.narrowApiKey)).api_key).not.toBe(first.api_key);
      target.now += life - threshold;
      expect((await exchange()).api_key).toBe(first.api_key);
      target.now += 1000;
      const next = await exchange();
      expect(next.api_key).not.toBe(first.api_key);
      expect(await target.ask('listWorkspaces', undefined, { key: first.api_key })).toHaveLength(3);
      target.now += threshold;
      const { envelope, status } = await target.send('listWorkspaces', undefined, { key: first.api_key });
      expect({ code: envelope.code, status }).toEqual({ code: 100, status: 200 });
      expect(await target.ask('listWorkspaces', undefined, { key: next.api_key })).toHaveLength(3);
    });

    it('gives a provider-level key the workspaces of its customer key (5.1)', async () => {
      const { access_token } = await target.ask('getAccessToken', provider());
      const { api_key } = await target.ask('getProviderKey', { access_token, api_key: target.demo.narrowApiKey });
      expect((await target.ask('listWorkspaces', undefined, { key: api_key })).map(({ space_id }) => space_id)).toEqual(
        [target.demo.narrowWorkspaceId],
      );
    });

    it('delivers events of a provider-level key to the address of the provider (5.6)', async () => {
      const { access_token } = await target.ask('getAccessToken', provider());
      const { api_key } = await target.ask('getProviderKey', { access_token, api_key: target.demo.apiKey });
      const { envelope } = await target.raw(
        'PUT',
        '/openapi/v1/dw_item',
        { table_id: tableId(2), update_type: 'update', items: [{ item_id: '2300020000000007', fields: {} }] },
        { key: api_key },
      );
      expect((await target.eventOf(envelope.traceId)).address).toBe(
        `provider:${target.demo.appId}:${target.demo.appSecret}`,
      );
    });

    it('refuses wrong credentials with code 100, missing ones with 502', async () => {
      const { access_token } = await target.ask('getAccessToken', provider());
      const wrong = [
        target.send('getAccessToken', { ...provider(), app_secret: 'no' }),
        target.send('getAccessToken', { ...provider(), app_id: 'no' }),
        target.send('getProviderKey', { access_token: 'no', api_key: target.demo.apiKey }),
        target.send('getProviderKey', { access_token, api_key: 'no' }),
        target.send('getProviderInfo', { access_token: target.demo.apiKey }),
        // A token is no key.
        target.send('listWorkspaces', undefined, { key: access_token }),
      ];
      for (const answer of await Promise.all(wrong)) expect(answer.envelope).toMatchObject({ code: 100 });
      const missing = await target.raw('POST', '/openapi/v1/isv/access_token', { app_id: 'x' }, { key: null });
      expect(missing.envelope).toMatchObject({ code: 502 });
      expect(missing.envelope.message).toContain('app_secret');
    });
  });
}
