import { describe, expect, it } from 'vitest';
import { linkKinds } from '../../../contract/files';
import { limits } from '../../../contract/limits';
import { operations } from '../../../contract/operations';
import { foreign, type Target } from './target';

const map = '6100000000000101';
const wav = '9007199254740993';
const svg = '6100000000000021';
const pdf = '6100000000000002';
const ofBigDataTable = '6100000000000901';

/** 4.6 and the files behind its links. */
export function describeFiles(target: Target): void {
  describe.skipIf(foreign)('files (needs the known data and the clock of this service)', () => {
    const file = async (fileId: string) => {
      const { success } = await target.ask('getFiles', { file_ids: [fileId] });
      if (!success[0]) throw new Error(`no file ${fileId}`);
      return success[0];
    };

    it('gives the eight fields of a file, six absolute links among them, and the version (2.1, 2.6)', async () => {
      const { envelope } = await target.send('getFiles', { file_ids: [map] });
      const [raw] = (envelope.data as { success: object[] }).success;
      expect(Object.keys(raw ?? {})).toEqual([
        'file_id',
        'name',
        'ref_id',
        'ref_type',
        'link',
        'size',
        'ext',
        'filetype',
      ]);
      expect(envelope.version).toBe('v1.0.0');
      const { link, ext, size } = await file(map);
      expect(Object.keys(link)).toEqual([...linkKinds]);
      for (const kind of linkKinds) expect(link[kind]).toMatch(/^http:\/\/service\.test\/env\/embedded\/files\//);
      expect(ext).toBe('png');
      expect(size).toBe((await (await target.follow(link.source ?? '')).arrayBuffer()).byteLength);
    });

    it('keeps a file id beyond 2^53 exact', async () => {
      const { text } = await target.send('getFiles', { file_ids: [wav] });
      expect(text).toContain(`"file_id":${wav},`);
    });

    it('returns what it has and lists the rest; files of big-data tables are not supported', async () => {
      const { status, envelope } = await target.raw('POST', '/openapi/v1/files', {
        file_ids: [1, Number(ofBigDataTable), Number(map)],
      });
      expect({ status, code: envelope.code }).toEqual({ status: 200, code: 0 });
      const { success, fail } = operations.getFiles.decode(envelope.data);
      expect(success.map(({ file_id }) => file_id)).toEqual([map]);
      expect(fail).toEqual(['1', ofBigDataTable]);
      expect((envelope.data as { fail: unknown[] }).fail).toEqual([1, Number(ofBigDataTable)]);
    });

    it(`takes ${limits.fileIdsPerCall} ids and no more, and integers alone`, async () => {
      const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
      const code = async (file_ids: number[] | string) =>
        (await target.raw('POST', '/openapi/v1/files', { file_ids })).envelope.code;
      expect(await code(ids(limits.fileIdsPerCall))).toBe(0);
      expect(await code(ids(limits.fileIdsPerCall + 1))).toBe(502);
      expect(await code([1.5])).toBe(502);
      expect(await code('1')).toBe(502);
    });

    it('gives the version also where it refuses (2.1)', async () => {
      const answers = [
        target.raw('POST', '/openapi/v1/files', {}),
        target.raw('POST', '/openapi/v1/files', '{'),
        target.raw('POST', '/openapi/v1/files', { file_ids: [] }, { key: 'none' }),
        target.raw('GET', '/openapi/v1/files'),
      ];
      for (const { envelope } of await Promise.all(answers)) {
        expect([envelope.code === 0, envelope.version]).toEqual([false, 'v1.0.0']);
      }
      expect((await target.raw('GET', '/openapi/v1/space/list', undefined, { key: null })).envelope.version).toBe(
        (await target.send('listWorkspaces', undefined)).envelope.version,
      );
    });

    it('serves pictures in every size, smaller ones smaller', async () => {
      const { link } = await file(map);
      const width = async (kind: (typeof linkKinds)[number]) => {
        const response = await target.follow(link[kind] ?? '');
        expect(response.headers.get('Content-Type')).toBe('image/png');
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
        return new DataView(await response.arrayBuffer()).getUint32(16);
      };
      const [small, medium, large, source] = [
        await width('small'),
        await width('medium'),
        await width('large'),
        await width('source'),
      ];
      expect([small, medium, large, source]).toEqual([small, medium, large, source].sort((a, b) => a - b));
      expect(await width('square')).toBeGreaterThan(small);
    });

    it('serves a download with its name, and active kinds in a sandbox', async () => {
      const { link, name } = await file(pdf);
      const response = await target.follow(link.download ?? '');
      expect(response.headers.get('Content-Disposition')).toBe(
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      );
      expect(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
      const drawing = await target.follow((await file(svg)).link.source ?? '');
      expect(drawing.headers.get('Content-Type')).toContain('image/svg+xml');
      expect(drawing.headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(await drawing.text()).toContain('<svg');
    });

    it('answers byte ranges, so that sound can be sought in', async () => {
      const { link } = await file(wav);
      const whole = new Uint8Array(await (await target.follow(link.source ?? '')).arrayBuffer());
      const part = async (range: string, headers: Record<string, string> = {}) =>
        target.follow(link.source ?? '', { headers: { Range: range, ...headers } });
      const middle = await part('bytes=4-7');
      expect(middle.status).toBe(206);
      expect(middle.headers.get('Content-Range')).toBe(`bytes 4-7/${whole.byteLength}`);
      expect([...new Uint8Array(await middle.arrayBuffer())]).toEqual([...whole.subarray(4, 8)]);
      expect((await (await part('bytes=-10')).arrayBuffer()).byteLength).toBe(10);
      expect((await (await part('bytes=100-')).arrayBuffer()).byteLength).toBe(whole.byteLength - 100);
      expect((await part(`bytes=${whole.byteLength}-`)).status).toBe(416);
      expect((await part('bytes=5-2')).status).toBe(200);
      const etag = middle.headers.get('ETag') ?? '';
      expect((await part('bytes=4-7', { 'If-Range': etag })).status).toBe(206);
      expect((await part('bytes=4-7', { 'If-Range': '"of another"' })).status).toBe(200);
      expect((await part('bytes=4-7', { 'If-None-Match': `"another", ${etag}` })).status).toBe(304);
      expect((await target.follow(link.source ?? '', { method: 'HEAD' })).headers.get('Content-Length')).toBe(
        String(whole.byteLength),
      );
    });

    it('refuses a link after one hour, and one that was tampered with; a cover stays', async () => {
      const link = (await file(map)).link.small ?? '';
      target.now += limits.linkLifeMs - 1;
      expect((await target.follow(link)).status).toBe(200);
      target.now += 1;
      expect((await target.follow(link)).status).toBe(403);
      const fresh = (await file(map)).link.small ?? '';
      expect((await target.follow(fresh)).status).toBe(200);
      expect((await target.follow(fresh.replace('/small/', '/large/'))).status).toBe(403);
      expect((await target.follow(fresh.replace(map, pdf))).status).toBe(403);
      const later = fresh.replace(/\/(\d{13})\//, (_all, time: string) => `/${Number(time) + 1}/`);
      expect((await target.follow(later)).status).toBe(403);
      const [workspace] = await target.ask('listWorkspaces', undefined);
      expect((await target.follow(workspace?.cover_image?.square ?? '')).headers.get('Content-Type')).toBe('image/png');
    });
  });
}
