import type { User } from '@pathlight/contracts/accounts.ts'
import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { pendingWrites } from '../../api/pending-writes.ts'
import { keepColumns } from '../../bible/kept-columns.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { FIRST_TEXTS, firstTextsQuery } from './first-texts-query.ts'

type Props = { readonly user: User | null; readonly className?: string }

/**
 * Lets a newcomer choose a text, and opens Genesis 1 in that text. The choice is stored on this device and, if the
 * person is logged in, in their settings. Renders nothing if fewer than two of the texts are installed.
 */
const FirstText = ({ user, className = '' }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const { data = [] } = useQuery(firstTextsQuery)
  const texts = FIRST_TEXTS[language].filter((code) => data.includes(code))
  if (texts.length < 2) return null
  const choose = async (version: string) => {
    keepColumns([{ version, book: 'Genesis', chapter: 1 }])
    if (user) {
      const { settingsWrites } = await import('../../session/write-settings.ts')
      const wanted = { id: SETTINGS_ID, defaultVersion: version } as const
      pendingWrites.add(settingsWrites, user.id, { base: null, wanted })
    }
    navigate('/bible-reading')
  }
  return (
    <fieldset className={`flex flex-wrap gap-2 ${className}`}>
      <legend className="sr-only">{t('landing.firstText')}</legend>
      {texts.map((code) => (
        <Button key={code} className="rounded-full!" onClick={() => void choose(code)}>
          {t(`landing.text.${code}`)}
        </Button>
      ))}
    </fieldset>
  )
}
export default FirstText
