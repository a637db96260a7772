import type { RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { citation } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { fileName, saveFile } from '../../device/save-file.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Exported } from '../../study/exporting/exported.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { sermonReference } from './sermon-range.ts'
import type { SermonItem } from './sermon-writes.ts'

const FORMATS = [
  { end: 'md', words: 'sermons.exportMarkdown', make: async () => (await import('./export-markdown.ts')).asMarkdown },
  { end: 'html', words: 'sermons.exportHtml', make: async () => (await import('./export-html.ts')).asHtml },
  {
    end: 'docx',
    words: 'sermons.exportDocx',
    make: async () => (await import('../../study/exporting/docx-elsewhere.ts')).docxElsewhere,
  },
] as const

/** Exports a sermon as a file. The code that makes the file is fetched when its format is chosen. */
const ExportMenu = ({ sermon, content }: { sermon: SermonItem; content: RichText }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const { title, speaker } = sermon
  const exported: Exported = {
    title,
    speaker,
    passage: citation(sermonReference(sermon, language), sermon.version),
    language,
    content,
  }
  const take = async ({ end, make }: (typeof FORMATS)[number]) => {
    try {
      const asFile = await make()
      saveFile(`${fileName(title, 'sermon')}.${end}`, await asFile(exported))
    } catch {
      say(t('sermons.exportFailed'), 'error')
    }
  }
  return (
    <Menu
      openAtOnce={false}
      trigger={
        <Button>
          <Download size={18} strokeWidth={1.8} aria-hidden />
          {t('sermons.export')}
        </Button>
      }
    >
      {FORMATS.map((format) => (
        <MenuItem key={format.end} onSelect={() => void take(format)}>
          {t(format.words)}
        </MenuItem>
      ))}
    </Menu>
  )
}
export default ExportMenu
