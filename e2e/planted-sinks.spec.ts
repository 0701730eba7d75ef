import type { Page } from '@playwright/test';
import { expect, type OwnConsole, test } from './own-console';

const script = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>console.log('planted in a file')</script></svg>`;

let own: OwnConsole;

test.beforeEach(({ own: shared }) => {
  own = shared.console;
});

/** Foreign addresses that were really requested: a browser reports blocked ones too. */
const reached = new Set<string>();

/** Whether the address is requested once the page has done so. */
async function asksFor(page: Page, address: string, plant: (address: string) => void): Promise<boolean> {
  reached.delete(address);
  await page.evaluate(plant, address);
  return expect
    .poll(() => reached.has(address), { timeout: 2000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

/**
 * What each part of the policy stops, tested separately with a sink that works once that part is removed. React escapes text, so nothing else would show a
 * missing part.
 */
const sinks: {
  part: RegExp;
  without: string;
  /** Another part that would stop it as well: taken out both times. */
  besides?: RegExp;
  planted: (page: Page, foreign: string) => Promise<boolean>;
}[] = [
  {
    part: /script-src [^;]*/,
    without: "script-src * 'unsafe-inline' 'unsafe-eval'",
    planted: (page) => page.evaluate(() => (window as { plantedInPage?: boolean }).plantedInPage === true),
  },
  {
    part: /; require-trusted-types-for[^;]*/,
    without: '',
    planted: (page) =>
      page.evaluate(() => {
        try {
          document.createElement('div').innerHTML = '<b>planted</b>';
          return true;
        } catch {
          return false;
        }
      }),
  },
  {
    part: /img-src [^;]*/,
    without: 'img-src *',
    planted: (page, foreign) =>
      page.evaluate(
        (address) =>
          new Promise<boolean>((resolve) => {
            const image = new Image();
            image.onload = () => resolve(true);
            image.onerror = () => resolve(false);
            image.src = address;
          }),
        `${foreign}/x.svg`,
      ),
  },
  {
    part: /connect-src [^;]*/,
    without: 'connect-src *',
    planted: (page, foreign) =>
      page.evaluate(
        (address) =>
          fetch(address).then(
            () => true,
            () => false,
          ),
        `${foreign}/x.svg`,
      ),
  },
  {
    part: /frame-src [^;]*/,
    without: 'frame-src *',
    planted: (page, foreign) =>
      asksFor(page, `${foreign}/framed.svg`, (address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
      }),
  },
  {
    part: /base-uri [^;]*/,
    without: 'base-uri *',
    planted: (page, foreign) =>
      page.evaluate((address) => {
        const base = document.createElement('base');
        base.href = address;
        document.head.append(base);
        return document.baseURI.startsWith(address);
      }, foreign),
  },
  {
    part: /form-action [^;]*/,
    without: 'form-action *',
    planted: async (page, foreign) => {
      const asked = page.context().waitForEvent('request', {
        predicate: (request) => request.url().startsWith(`${foreign}/form`),
        timeout: 2000,
      });
      await page.evaluate((address) => {
        const form = document.createElement('form');
        form.action = address;
        form.target = '_blank';
        document.body.append(form);
        form.submit();
      }, `${foreign}/form`);
      return asked.then(
        () => true,
        () => false,
      );
    },
  },
  {
    part: /; trusted-types [^;]*/,
    without: '',
    planted: (page) =>
      page.evaluate(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown };
        };
        try {
          return Boolean(trustedTypes.createPolicy('planted', {}));
        } catch {
          return false;
        }
      }),
  },
  {
    part: /style-src [^;]*/,
    without: "style-src * 'unsafe-inline'",
    planted: (page) =>
      page.evaluate(() => {
        const style = document.createElement('style');
        style.textContent = 'body { --planted: 1 }';
        document.head.append(style);
        return getComputedStyle(document.body).getPropertyValue('--planted') === '1';
      }),
  },
  {
    part: /font-src [^;]*/,
    without: 'font-src *',
    planted: (page, foreign) =>
      asksFor(page, `${foreign}/font.woff2`, (address) => {
        new FontFace('planted', `url(${address})`).load().catch(() => {});
      }),
  },
  {
    part: /media-src [^;]*/,
    without: 'media-src *',
    planted: (page, foreign) =>
      asksFor(page, `${foreign}/film.webm`, (address) => {
        const film = document.createElement('video');
        film.src = address;
        film.load();
      }),
  },
  {
    part: /object-src [^;]*/,
    without: 'object-src *',
    besides: /; require-trusted-types-for[^;]*/,
    planted: (page, foreign) =>
      asksFor(page, `${foreign}/object.png`, (address) => {
        const object = document.createElement('object');
        object.type = 'image/png';
        object.data = address;
        document.body.append(object);
      }),
  },
  {
    part: /worker-src [^;]*/,
    without: 'worker-src blob:',
    besides: /; require-trusted-types-for[^;]*/,
    planted: (page) =>
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const code = new Blob(["postMessage('planted')"], { type: 'text/javascript' });
            try {
              const worker = new Worker(URL.createObjectURL(code));
              worker.onmessage = () => resolve(true);
              worker.onerror = () => resolve(false);
            } catch {
              resolve(false);
            }
          }),
      ),
  },
  {
    // What no other part names, such as a page that is fetched beforehand.
    part: /default-src [^;]*; /,
    without: '',
    planted: (page, foreign) =>
      asksFor(page, `${foreign}/beforehand`, (address) => {
        const link = document.createElement('link');
        link.rel = 'prefetch';
        link.href = address;
        document.head.append(link);
      }),
  },
  {
    part: /; frame-ancestors [^;]*/,
    without: '',
    planted: async (page, foreign) => {
      await page.goto(`${foreign}/frames-us`);
      const inside = page.frameLocator('iframe').getByRole('button', { name: 'Connect', exact: true });
      return inside.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    },
  },
];

/** Opens the page with a policy changed by `change`, and with an inline script that is not part of the build. */
async function openWith(page: Page, change: (policy: string) => string): Promise<void> {
  await page.route(`${own.origin}/connect`, async (route) => {
    const answer = await route.fetch();
    const policy = answer.headers()['content-security-policy'] ?? '';
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('</head>', '<script>window.plantedInPage = true</script></head>'),
      headers: { ...answer.headers(), 'content-security-policy': change(policy) },
    });
  });
  await page.goto(`${own.origin}/connect`);
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
}

test.describe('planted sinks', () => {
  // Planted code reports to the console: here that is expected.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture takes what it needs by name, and this one needs nothing
  test.use({ faults: async ({}, use) => use([]) });

  test('the page’s one trusted-types policy is created at start and cannot be created again', async ({ page }) => {
    await page.goto(`${own.origin}/connect`);
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    const said = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      try {
        trustedTypes.createPolicy('warehouse-console', { createScriptURL: (url: string) => url });
        return 'made';
      } catch (error) {
        return String(error);
      }
    });
    expect(said).toContain('already exists');
  });

  test('a page that opens the console in a window cannot control it', async ({ page, context }) => {
    await context.route('http://foreign.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto('http://foreign.example/');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => {
        (window as { opened?: Window | null }).opened = window.open(address);
      }, `${own.origin}/connect`),
    ]);
    await expect(opened.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => (window as { opened?: Window }).opened?.closed)).toBe(true);
  });

  test('each part of the page’s policy stops what it is there for, and nothing else does @long', async ({ page }) => {
    test.setTimeout(180_000);
    const foreign = 'http://foreign.example';
    const answer = { contentType: 'image/svg+xml', body: script, headers: { 'access-control-allow-origin': '*' } };
    await page.context().route(`${foreign}/**`, (route) => {
      reached.add(route.request().url());
      return route.fulfill(answer);
    });
    const framing = { contentType: 'text/html', body: `<iframe src="${own.origin}/connect"></iframe>` };
    await page.context().route(`${foreign}/frames-us`, (route) => route.fulfill(framing));
    for (const { part, without, besides = /(?!)/, planted } of sinks) {
      await test.step(String(part), async () => {
        await openWith(page, (policy) => {
          expect(policy).toMatch(part);
          return policy.replace(besides, '');
        });
        expect(await planted(page, foreign), 'with the policy').toBe(false);
        await page.unrouteAll();
        await openWith(page, (policy) => policy.replace(part, without).replace(besides, ''));
        expect(await planted(page, foreign), 'without this part').toBe(true);
        await page.unrouteAll();
      });
    }
  });

  test('a file opened on its own runs nothing, because of its own policy @long', async ({ page }) => {
    const answer = await page.request.post('/openapi/v1/files', {
      headers: { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` },
      data: { file_ids: [6100000000000001] },
    });
    const link: string = (await answer.json()).data.success[0].link.source;
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    for (const guarded of [true, false]) {
      await page.route(link, async (route) => {
        const response = await route.fetch();
        const { 'content-security-policy': policy = '', ...rest } = response.headers();
        expect(policy).toContain('sandbox');
        const headers = {
          ...rest,
          'content-type': 'image/svg+xml',
          ...(guarded && { 'content-security-policy': policy }),
        };
        await route.fulfill({ response, body: script, headers });
      });
      await page.goto(link);
      if (guarded) await expect.poll(() => said.join()).toMatch(/sandboxed|Content Security Policy/);
      else await expect.poll(() => said).toContain('planted in a file');
      if (guarded) expect(said).not.toContain('planted in a file');
      await page.unrouteAll();
    }
  });
});
