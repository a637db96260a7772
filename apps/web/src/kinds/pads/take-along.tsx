import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { bookLanguage } from '../../bible/passage-names.ts'
import { saveFile } from '../../device/save-file.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { nameOfPassage } from '../../study/own-words/own-cards.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Download } from '../../ui/icons.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { passageName } from './entries/passage-entry.ts'
import type { WrittenPad } from './export-pad.ts'
import { gather } from './gather.ts'
import { Around } from './pad-around.ts'

/** The formats by file extension, with what makes each file. Its code is fetched when it is chosen. */
const FORMATS = {
  md: async (pad: WrittenPad) =>
    new Blob([(await import('./export-pad.ts')).asMarkdown(pad)], { type: 'text/markdown;charset=utf-8' }),
  html: async (pad: WrittenPad) => (await import('./export-pad.ts')).asHtml(pad),
  docx: async (pad: WrittenPad) => {
    const [{ asRichText }, { docxElsewhere }] = await Promise.all([
      import('./export-pad.ts'),
      import('../../study/exporting/docx-elsewhere.ts'),
    ])
    return docxElsewhere({ ...pad, content: asRichText(pad), speaker: '', passage: '' })
  },
} as const
type Format = keyof typeof FORMATS

/** A file name that every system accepts. */
const fileName = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'pad'

type Props = { readonly title: string; readonly entries: readonly PadEntry[]; readonly onPrint: () => void }

/** Exports a pad with its content: printed, copied, or as a file. */
const TakeAlong = ({ title, entries, onPrint }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const around = use(Around)

  const written = async (): Promise<WrittenPad> => {
    if (!around) throw new Error('It stands within a pad')
    const [{ writtenParts }, gathered] = await Promise.all([
      import('./export-pad.ts'),
      gather(queries, around, entries),
    ])
    const parts = writtenParts(gathered, {
      passage: (entry) => {
        const lang = around.versions?.versions.find(({ code }) => code === entry.version)?.language
        const name = passageName(entry, lang ? bookLanguage(lang) : language)
        return { from: citation(name, entry.version), lang }
      },
      item: ({ entry, says }) => {
        const what = t(`pads.yours.${entry.kind}`)
        if (says === null) return t('pads.wasDeleted', { what })
        const { passage } = says
        return passage ? `${what} · ${citation(nameOfPassage(passage, language), passage.version)}` : what
      },
    })
    return { title, language, parts }
  }
  const take = async (format: Format) => {
    try {
      saveFile(`${fileName(title)}.${format}`, await FORMATS[format](await written()))
    } catch {
      say(t('pads.exportFailed'), 'error')
    }
  }
  const copy = async () => {
    try {
      const [{ asMarkdown }, pad] = await Promise.all([import('./export-pad.ts'), written()])
      if (await copyText(asMarkdown(pad))) return void say(t('pads.copied'))
    } catch {
      // The code could not be fetched.
    }
    say(t('pads.copyFailed'), 'error')
  }
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
