import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringAsKrv } from './korean-bible.ts'
import { DESKTOP, type Person } from './person.ts'

// Searches in KJV, ASV, WEB and (partly) KRV, with the verses that must be visible without scrolling. The library's own
// table (search-queries.tsv) tests the search itself, and this table tests it in the browser.

/** The verses of KRV that the searches need. */
const KOREAN: readonly (readonly [string, number, number, string])[] = [
  ['Genesis', 1, 1, '태초에 하나님이 천지를 창조하시니라'],
  ['Psalms', 23, 1, '여호와는 나의 목자시니 내가 부족함이 없으리로다'],
  ['Psalms', 119, 105, '주의 말씀은 내 발에 등이요 내 길에 빛이니이다'],
  ['Matthew', 5, 3, '심령이 가난한 자는 복이 있나니 천국이 저희 것임이요'],
  [
    'John',
    3,
    16,
    '하나님이 세상을 이처럼 사랑하사 독생자를 주셨으니 이는 저를 믿는 자마다 멸망치 않고 영생을 얻게 하려 하심이니라',
  ],
  ['John', 11, 35, '예수께서 눈물을 흘리시더라'],
  [
    '1 Corinthians',
    13,
    4,
    '사랑은 오래 참고 사랑은 온유하며 투기하는 자가 되지 아니하며 사랑은 자랑하지 아니하며 교만하지 아니하며',
  ],
  ['1 Corinthians', 13, 13, '그런즉 믿음, 소망, 사랑 이 세가지는 항상 있을 것인데 그 중에 제일은 사랑이라'],
  ['1 Thessalonians', 5, 16, '항상 기뻐하라'],
]

/** Searches, each with a verse that must be on the first screen. */
const FINDS: readonly (readonly [string, string])[] = [
  ['for god so loved the world', 'John 3:16'],
  ['The LORD is my shepherd', 'Psalm 23:1'],
  ['jehovah is my shepherd', 'Psalm 23:1'],
  ['valley of the shadow of death', 'Psalm 23:4'],
  ['in the beginning god created', 'Genesis 1:1'],
  ['in the beginning was the word', 'John 1:1'],
  ['jesus wept', 'John 11:35'],
  ['love is patient', '1 Corinthians 13:4'],
  ['faith hope love', '1 Corinthians 13:13'],
  ['fruit of the spirit', 'Galatians 5:22'],
  ['armor of god', 'Ephesians 6:11'],
  ['armour of God', 'Ephesians 6:11'],
  ['wages of sin', 'Romans 6:23'],
  ['all things work together for good', 'Romans 8:28'],
  ['be still and know', 'Psalm 46:10'],
  ['blessed are the meek', 'Matthew 5:5'],
  ['salt of the earth', 'Matthew 5:13'],
  ['light of the world', 'John 8:12'],
  ['bread of life', 'John 6:35'],
  ['way truth life', 'John 14:6'],
  ['good shepherd', 'John 10:11'],
  ['resurrection and the life', 'John 11:25'],
  ['vanity of vanities', 'Ecclesiastes 1:2'],
  ['camel needle', 'Matthew 19:24'],
  ['lamp unto my feet', 'Psalm 119:105'],
  ['i can do all things', 'Philippians 4:13'],
  ['"living water"', 'John 4:10'],
  ['wings like eagles', 'Isaiah 40:31'],
  ['prince of peace', 'Isaiah 9:6'],
  ['swords into plowshares', 'Isaiah 2:4'],
  ['burning bush', 'Exodus 3:2'],
  ['am i my brother’s keeper', 'Genesis 4:9'],
  ['melchizedek', 'Genesis 14:18'],
  ['my god my god why', 'Psalm 22:1'],
  ['alpha and omega', 'Revelation 22:13'],
  ['wipe away every tear', 'Revelation 21:4'],
  ['fearfully and wonderfully made', 'Psalm 139:14'],
  ['create in me a clean heart', 'Psalm 51:10'],
  ['trust in the lord with all', 'Proverbs 3:5'],
  ['iron sharpens iron', 'Proverbs 27:17'],
  ['seek and you will find', 'Matthew 7:7'],
  ['judge not', 'Matthew 7:1'],
  ['perfect love -fear', '1 John 4:17'],
  ['태초에 하나님이', 'Genesis 1:1'],
  ['여호와는 나의 목자', 'Psalm 23:1'],
  ['내 발에 등', 'Psalm 119:105'],
  ['심령이 가난한', 'Matthew 5:3'],
  ['예수께서 눈물을', 'John 11:35'],
  ['사랑은 오래참고', '1 Corinthians 13:4'],
  ['믿음 소망 사랑', '1 Corinthians 13:13'],
  ['항상 기뻐하라', '1 Thessalonians 5:16'],
]
/** References, each with the address that must open. */
const OPENS: readonly (readonly [string, string])[] = [
  ['John 3:16', '/bible/KJV/John/3#v16'],
  ['jn 3 16', '/bible/KJV/John/3#v16'],
  ['요 3:16', '/bible/KJV/John/3#v16'],
  ['고린도전서 13장', '/bible/KJV/1%20Corinthians/13'],
  ['ps 23', '/bible/KJV/Psalms/23'],
  ['1 cor 13:4-7', '/bible/KJV/1%20Corinthians/13#v4-7'],
  ['jude 5', '/bible/KJV/Jude/1#v5'],
]
/** Searches that are misspelt or typed with the wrong keyboard, each with the suggestion that must be offered. */
const OFFERS: readonly (readonly [string, string])[] = [
  ['shephard', 'shepherd'],
  ['righteousnes', 'righteousness'],
  ['nebuchadnezer', 'nebuchadnezzar'],
  ['tkfkd', '사랑'],
  ['ㅣㅐㅍㄷ', 'love'],
]

describe('the table of searches, asked in the browser', () => {
  const app = appInBrowser(undefined, (dataDir) =>
    bringAsKrv(
      dataDir,
      KOREAN.map(([book, chapter, verse, text]) => ({ book, chapter, verse, text })),
    ),
  )
  let reader: Person
  beforeAll(async () => {
    reader = await app.newPerson({ ...DESKTOP, viewport: { width: 1280, height: 900 } })
    await reader.page.goto('/search')
    // The Profile button appears once the page handles keys.
    await reader.page.getByRole('button', { name: 'Profile' }).waitFor()
  })
  const search = async (typed: string) => {
    const box = reader.page.getByRole('banner').locator('input[name=query]:visible')
    await box.fill(typed)
    await box.press('Enter')
  }

  it('has 60 at least', () => {
    expect(FINDS.length + OPENS.length + OFFERS.length).toBeGreaterThanOrEqual(60)
  })

  it.each(FINDS)('%s shows %s on the first screen', async (typed, name) => {
    await search(typed)
    const hit = reader.page.locator('main li a :is(h2, h3) > span:first-child').getByText(name, { exact: true })
    await expect
      .poll(async () => {
        const asked = new URL(reader.page.url()).searchParams.get('query')
        const settled = (await reader.page.locator('main [aria-busy=false]').count()) === 1
        const box = settled && asked === typed && (await hit.count()) === 1 ? await hit.boundingBox() : null
        return box !== null && box.y >= 0 && box.y + box.height <= 900
      })
      .toBe(true)
  })

  it.each(OFFERS)('%s offers %s', async (typed, meant) => {
    await search(typed)
    await reader.page.getByRole('main').getByRole('link', { name: meant, exact: true }).waitFor()
  })

  it.each(OPENS)('%s opens %s', async (typed, path) => {
    await search(typed)
    await reader.page.waitForURL(app.address + path)
    await reader.page.goBack()
  })

  it('made the browser complain about nothing', () => expect(reader.complaints).toEqual([]))
})
