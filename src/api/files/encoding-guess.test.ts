import { describe, expect, test } from 'vitest';
import { detectEncoding } from './encoding';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_each, index) => from + index);
const bytesOf = (known: ReadonlyMap<string, number[]>) => (text: string) =>
  new Uint8Array(
    [...text].flatMap((char) => {
      const bytes = char < '\u0080' ? [char.charCodeAt(0)] : known.get(char);
      if (!bytes) throw new Error(`no bytes for ${char}`);
      return bytes;
    }),
  );
// Browsers encode only UTF-8, so the table is built by decoding every byte pair.
const decoder = new TextDecoder('gb18030');
const gb = bytesOf(
  new Map(
    range(0x81, 0xfe).flatMap((lead) =>
      [...range(0x40, 0x7e), ...range(0x80, 0xfe)].map((trail): [string, number[]] => [
        decoder.decode(new Uint8Array([lead, trail])),
        [lead, trail],
      ]),
    ),
  ),
);
const western = bytesOf(
  new Map([
    ...range(0xa0, 0xff).map((byte): [string, number[]] => [String.fromCharCode(byte), [byte]]),
    // Node reads these as Latin-1, where a browser does not.
    ...Object.entries({ '€': 0x80, '„': 0x84, '…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94 }).map(
      ([char, byte]): [string, number[]] => [char, [byte]],
    ),
    ['–', [0x96]],
    ['œ', [0x9c]],
  ]),
);

const latin = [
  ['German', 'Name,Text\nKäfer,Tür klemmt\nMüller,"schön, läuft"\n'],
  ['one word', 'Name\nKäfer'],
  ['a letter at the very end', 'Name\nJosé'],
  ['capital letters', 'NAME;STRASSE\nMÜLLER;GÄNSEBLÜMCHENWEG\nÄRGER;ÖSE\n'],
  ['letters side by side', 'Wort\nGrüße\nMüßig\nFüßen\n'],
  ['French', 'ville,état\nOrléans,réélu\nNîmes,créée\nBesançon,naïve déjà\n'],
  ['French with curly quotes', 'texte\nl’été\n“été”\ncœur d’Élodie\n'],
  ['Spanish', 'año;país\n1999;España\n2001;México\n2002;¿Cómo? ¡Ánimo!\n'],
  ['Portuguese', 'situação\ninformação\nAÇÃO\nnão\n'],
  ['a price in euro', 'Käse,12 €\nBrötchen,€ 0,50\n'],
  ['a quote with dashes', '„Größe“ – „Länge“\nx – y…\n'],
] as const;
const chinese = [
  ['names', '名称,数量\n中文,2\n'],
  ['one word', 'name\n北京'],
  ['one sign alone', '性别,id\n男,1\n女,2\n'],
  ['signs beside numbers', 'day\n5月1日\n12号\n3楼\n'],
  ['ASCII between', 'id,name,note\n1,iPhone手机壳,ok\n2,T恤 XL,new\n3,USB线,A座\n'],
  ['rare characters in names', '姓名\n王瑄\n李珺\n陈镕基\n张囧\n'],
  ['traditional characters', '國家\n中華民國\n東京\n'],
  ['marks and wide signs', '说明\n“很好”，谢谢！（一）\n价格：￥３０\n'],
  ['a long text', `标题,正文\n${'人生若只如初见,何事秋风悲画扇。等闲变却故人心,却道故人心易变。\n'.repeat(200)}`],
] as const;

describe.each(['en', 'zh'])('letters that are no UTF-8, on a page in %s', (language) => {
  test.each(latin)('Windows-1252: %s', async (_name, text) => {
    expect((await detectEncoding([western(text)], language)).encoding).toBe('windows-1252');
  });

  test.each(chinese)('GB18030: %s', async (_name, text) => {
    expect((await detectEncoding([gb(text)], language)).encoding).toBe('gb18030');
  });
});

test('a few broken bytes in a Chinese file do not make it Western', async () => {
  const text = gb(`名称\n${'中文内容\n'.repeat(30)}`);
  expect((await detectEncoding([new Uint8Array([...text, 0xff, 0x2c, 0x0a])], 'en')).encoding).toBe('gb18030');
});

test('a guess shows the same pieces both ways, of cells, without a half character', async () => {
  const { guess } = await detectEncoding([western('Käfer,x\n"Tür klemmt",ok\nKäfer,schön\n')], 'en');
  expect(guess?.readings).toEqual([
    { encoding: 'windows-1252', pieces: ['Käfer', 'Tür klemmt', 'schön'] },
    { encoding: 'gb18030', pieces: ['K鋐er', 'T黵 klemmt', 'sch鰊'] },
  ]);
  const long = (await detectEncoding([gb(`a,x${'中文内容'.repeat(20)}\n`)], 'en')).guess;
  expect(long?.readings[0]?.pieces[0]).toMatch(/^x(?:中文内容)+中?文?内?$/);
});

test('little text is a close guess, much is none', async () => {
  expect((await detectEncoding([western('Käfer\n')], 'en')).guess).toMatchObject({
    likely: 'windows-1252',
    close: true,
  });
  const much = western('Käfer,Tür,schön,läuft,Müller,größer\n');
  expect((await detectEncoding([much], 'en')).guess).toMatchObject({ close: false });
});

test('nothing is guessed where both read the same, or the bytes are UTF-8', async () => {
  expect(await detectEncoding([western('price\n€ 30\n')], 'en')).toMatchObject({
    encoding: 'windows-1252',
    guess: null,
  });
  const utf8 = new TextEncoder().encode('Käfer,中文\n');
  expect(await detectEncoding([utf8], 'en')).toMatchObject({ encoding: 'utf-8', guess: null });
  // Cut off within its last character.
  expect(await detectEncoding([utf8.subarray(0, -2)], 'en')).toMatchObject({ encoding: 'utf-8', guess: null });
});

/** Bytes that other programs wrote: of an encoding that a browser reads and does not write. */
const hex = (text: string) => new Uint8Array((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

test.each([
  ['windows-1251', 'cde0e7e2e0ede8e53bd6e5ede00adfe1ebeeeaee3b31300ac3f0f3f8e03b32300a', 'Название'],
  ['koi8-r', 'eec1dad7c1cec9c53be3c5cec10af1c2cccfcbcf3b31300ae7d2d5dbc13b32300a', 'Название'],
  ['euc-kr', 'c0ccb8a72cc6c4c0cf0abab8b0edbcad2cbff9b0a320c6c7b8c520bab8b0edbcad0a', '이름'],
  ['euc-jp', 'a5c7a1bca5bfa5d9a1bca5b9a4cec0e2ccc00aa5c6a5b9a5c80a', 'データベースの説明'],
  ['windows-1256', 'c7e1c7d3e32cc7e1e3cfedc4c90ac7e1deC7e5d1c92c320a', 'الاسم'],
] as const)('%s is found, and shown beside the usual ones to be confirmed', async (encoding, bytes, first) => {
  const found = await detectEncoding([hex(bytes)], 'en');
  expect(found).toMatchObject({ encoding, guess: { likely: encoding, close: true } });
  expect(found.guess?.readings[0]).toMatchObject({ encoding, pieces: expect.arrayContaining([first]) });
  expect(found.guess?.readings.map((reading) => reading.encoding)).toEqual(
    expect.arrayContaining(['windows-1252', 'gb18030']),
  );
});
