import type { Page } from 'playwright-core'
import { studyPanel } from '../person.ts'
import { post, put } from '../two-devices.ts'
import { closePanel, confirmed, inChapter, onVerse, verseId } from './in-chapter.ts'
import type { KindInBrowser } from './kind-in-browser.ts'

type Texts = {
  /** The kind's name in the addresses of calls and in the labels of marks: `1 note on verse 16`. */
  readonly name: string
  /** The kind's plural name in lists of all kinds. */
  readonly label: string
  /** The label of the kind's button in the bar for a verse. */
  readonly action: string
  /** The label of the text field in the editor. */
  readonly text: string
  /** The address of the list page, and the label of its search field. */
  readonly list: string
  readonly search: string
  /** The fields that the kind has besides the text and the verse, all empty, for example { title: null }. */
  readonly others: object
  /** The verses of John 3 for a new, an edited and a removed text. Each kind of texts needs verses of its own. */
  readonly verses: readonly [written: number, edited: number, removed: number]
}

/** The KindInBrowser of a kind whose items are texts on verses (apps/web/src/study/texts/text-kind.ts). */
export const textsOnVerses = ({ name, label, action, text, list, search, others, verses }: Texts): KindInBrowser => {
  const path = `/api/${name}`
  const [written, edited, removed] = verses
  const add = (page: Page, verse: number, words: string, version = 'KJV') =>
    post(page, `${path}/`, { ...{ verse_id: verseId(verse), version, book: 'John', text: words }, ...others })
  const mark = (page: Page, verse: number) =>
    page.getByRole('button', { name: `1 ${name} on verse ${verse}`, exact: true })
  const saved = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await studyPanel(page)
      .getByText(/No answer from the server/)
      .waitFor()
    await closePanel(page)
  }
  const waits = (verse: number, says: string) => new RegExp(`^${label} · John 3:${verse} · KJV.*${says}`)
  const shows = `A lantern for a ${name}.`
  return {
    list,
    kept: { bring: (page) => add(page, written, shows), search, shows, looked: `lantern ${name}` },
    away: {
      bring: async (page) => {
        await add(page, edited, 'To be edited.')
        await add(page, removed, 'To be removed.')
      },
      deeds: [
        {
          name: `a ${name} is written`,
          waits: waits(written, 'Written away'),
          does: async (page) => {
            await inChapter(page)
            await onVerse(page, written, action)
            await page.getByLabel(text, { exact: true }).fill('Written away.')
            await saved(page)
            await mark(page, written).waitFor()
          },
        },
        {
          name: `a ${name} is edited`,
          waits: waits(edited, 'Edited away'),
          does: async (page) => {
            await mark(page, edited).click()
            await studyPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
            await page.getByLabel(text, { exact: true }).fill('Edited away.')
            await saved(page)
            await mark(page, edited).click()
            await studyPanel(page).getByText('Edited away.').waitFor()
            await studyPanel(page).getByText('Not sent yet').first().waitFor()
            await closePanel(page)
          },
        },
        {
          name: `a ${name} is removed`,
          waits: waits(removed, 'Deleted'),
          does: async (page) => {
            await mark(page, removed).click()
            await studyPanel(page).getByRole('button', { name: 'Delete', exact: true }).click()
            await confirmed(page, 'Delete')
            await mark(page, removed).waitFor({ state: 'detached' })
          },
        },
      ],
      served: [`${path}/user`, /^(?!.*To be removed)(?=.*Edited away).*Written away/],
    },
    week: {
      make: ({ person, verse, words, now }) => ({
        ...{ id: crypto.randomUUID(), user_id: person, verse_id: verse(), version: 'KJV', book: 'John', ...others },
        ...{ text: words(), created_at: now(), updated_at: now(), revision: 1 },
      }),
      edit: (item, { words }) => ({ ...item, text: words() }),
    },
    live: {
      add: (page) => add(page, written, 'So loved.', 'WEB'),
      edit: (page, id) => put(page, `${path}/detail/${id}`, { text: 'Whoever believes.', ...others }),
      path: (id) => `${path}/detail/${id}`,
      shown: (page, isEdited) =>
        page
          .getByRole('main')
          .getByText(isEdited ? 'Whoever believes.' : 'So loved.', { exact: true })
          .first(),
    },
  }
}
