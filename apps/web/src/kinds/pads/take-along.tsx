import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { citation, versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { bookLanguage } from '../../bible/passage-names.ts'
import { fileName, saveFile } from '../../device/save-file.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { nameOfPassage } from '../../study/own-words/own-cards.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Download } from '../../ui/icons.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { passageName } from './entries/passage-entry.ts'
import type { WrittenPad } from './export-pad.tsx'
import { gather } from './gather.ts'
import { Around } from './pad-around.ts'
import { sayYours } from './say-yours.ts'

/**
 * The formats by file extension, each with a function that makes the file. The function's code is fetched when a person
 * chooses the format.
 */
const FORMATS = {
  md: async (pad: WrittenPad) =>
    new Blob([(await import('./export-pad.tsx')).asMarkdown(pad)], { type: 'text/markdown;charset=utf-8' }),
  html: async (pad: WrittenPad) => (await import('./export-pad.tsx')).asHtml(pad),
  docx: async (pad: WrittenPad) => {
    const [{ asRichText }, { docxElsewhere }] = await Promise.all([
      import('./export-pad.tsx'),
      import('../../study/exporting/docx-elsewhere.ts'),
    ])
    return docxElsewhere({ ...pad, content: asRichText(pad), speaker: '', passage: '' })
  },
} as const
type Format = keyof typeof FORMATS

type Props = { readonly title: string; readonly entries: readonly PadEntry[]; readonly onPrint: () => void }

/** A menu to print a pad with its content, to copy it, or to save it as a file. */
const TakeAlong = ({ title, entries, onPrint }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const around = use(Around)

  /**
   * Calls `use` with the pad in words. If an entry could not be read, the words say so, and the person may try again.
   */
  const make = async (use: (pad: WrittenPad) => Promise<void>, failed: string) => {
    try {
      if (!around) throw new Error('It stands within a pad')
      const [{ writtenParts }, gathered] = await Promise.all([
        import('./export-pad.tsx'),
        gather(queries, around, entries),
      ])
      const orUnread = (isRead: boolean, what: string) => (isRead ? what : t('pads.unread', { what }))
      const parts = writtenParts(gathered, {
        passage: ({ entry, words }) => {
          const lang = around.versions?.versions.find(({ code }) => code === entry.version)?.language
          const name = passageName(entry, lang ? bookLanguage(lang) : language)
          const place = orUnread(words !== null, citation(name, entry.version))
          return {
            from:
              words === ''
                ? `${place}: ${t('pads.noText', { version: versionLabel(entry.version, language) })}`
                : place,
            lang,
          }
        },
        item: ({ entry, says }) => {
          const what = sayYours(t, entry.kind)
          if (says === 'gone') return t('pads.wasDeleted', { what })
          const passage = says?.passage
          const place = passage && citation(nameOfPassage(passage, language), passage.version)
          return orUnread(says !== null, place ? `${what} · ${place}` : what)
        },
      })
      await use({ title, language, parts })
      const count = gathered.filter((one) =>
        'words' in one ? one.words === null : 'says' in one && one.says === null,
      ).length
      if (count === 0) return
      const again = { label: t('tryAgain'), act: () => void make(use, failed), isHint: true } as const
      say(t('pads.someUnread', { count }), 'error', again)
    } catch {
      say(failed, 'error')
    }
  }
  const take = (format: Format) =>
    make(
      async (pad) => saveFile(`${fileName(title, 'pad')}.${format}`, await FORMATS[format](pad)),
      t('pads.exportFailed'),
    )
  const copy = () =>
    make(async (pad) => {
      const { asMarkdown } = await import('./export-pad.tsx')
      if (!(await copyText(asMarkdown(pad)))) throw new Error('The browser refused it')
      say(t('pads.copied'))
    }, t('pads.copyFailed'))
  return (
    <Menu openAtOnce={false} trigger={<IconButton icon={Download} label={t('pads.takeAlong')} />}>
      <MenuItem onSelect={onPrint}>{t('pads.print')}</MenuItem>
      <MenuItem onSelect={() => void copy()}>{t('pads.copy')}</MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => void take('md')}>{t('pads.exportMarkdown')}</MenuItem>
      <MenuItem onSelect={() => void take('html')}>{t('pads.exportHtml')}</MenuItem>
      <MenuItem onSelect={() => void take('docx')}>{t('pads.exportDocx')}</MenuItem>
    </Menu>
  )
}
export default TakeAlong
