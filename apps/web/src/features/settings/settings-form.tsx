import type { User } from '@pathlight/contracts/accounts.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import type { Settings, SettingsAnswer } from '@pathlight/contracts/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { write } from '../../api/request.ts'
import { readableVersion, type Versions } from '../../bible/versions-query.ts'
import { chooseLanguage, i18n, withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.ts'
import { chosenOf, settingsQuery } from '../../session/settings-query.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { focusFirstError } from '../../ui/field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { ColorSection } from './color-section.tsx'
import { history } from './history.ts'
import { type SettingsForm as Form, formOf, type SettingsField, sameSettings, wrongFields } from './settings-rules.ts'

const ItemHistoryDialog = lazy(() =>
  withWords(['history'], () => import('../../study/history/item-history-dialog.tsx')),
)

const REQUIRED = {
  defaultVersion: 'settings.versionRequired',
  defaultLanguage: 'settings.languageRequired',
  highlightColor: 'settings.invalidColor',
} as const

/** The settings of a person, to change and save. `settings`: as the server has them. */
export const SettingsForm = ({ user, settings, known }: { user: User; settings: Settings; known: Versions }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const queries = useQueryClient()
  const { onUnsaved, dialog } = useLeaveGuard()
  // What holds where the person never chose: what they see everywhere else.
  const defaults: Form = {
    defaultVersion: readableVersion(known, language)?.code ?? '',
    defaultLanguage: language,
    highlightColor: DEFAULT_HIGHLIGHT_COLOR,
  }
  const saved = formOf(settings, defaults)
  const [changes, setChanges] = useState<Partial<Form>>({})
  const [showsHistory, setShowsHistory] = useState(false)
  const [wrong, setWrong] = useState<readonly SettingsField[]>([])
  const form: Form = { ...saved, ...changes }
  const isChanged = !sameSettings(form, saved)

  useEffect(() => {
    onUnsaved(isChanged ? { discard: () => setChanges({}) } : null)
  }, [isChanged, onUnsaved])

  const saving = useMutation({
    mutationFn: (wanted: Form) =>
      write<SettingsAnswer>('PUT', '/api/users/settings', { body: wanted, idempotencyKey: newId() }),
    onSuccess: async (answer, wanted) => {
      // What the answer does not say stays as it was.
      queries.setQueryData(settingsQuery(user).queryKey, { ...settings, ...chosenOf(answer) })
      setChanges({})
      await chooseLanguage(answer.settings.defaultLanguage ?? (wanted.defaultLanguage || language))
      // In the language that was just saved.
      say(i18n.t('settings.saved'))
    },
    onError: (error) => {
      const answered = error instanceof ApiProblem && error.status !== 0
      say(t(answered ? 'settings.failed' : 'settings.exception'), 'error')
    },
  })
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form_ = event.currentTarget
    const found = wrongFields(form)
    flushSync(() => setWrong(found))
    if (found.length > 0) return focusFirstError(form_)
    if (saving.isPending) return
    saving.mutate(form)
  }
  const change = (part: Partial<Form>) => {
    setChanges({ ...changes, ...part })
    setWrong(wrong.filter((field) => !(field in part)))
  }
  const errorOf = (field: SettingsField) => (wrong.includes(field) ? t(REQUIRED[field]) : null)
  // Beneath the form as long as it holds; what the server says comes first.
  const refusal = saving.isError ? (sayProblem(t, saving.error) ?? t('settings.updateFailed')) : null
  const here = known.versions.filter(({ available }) => available)
  const away = known.versions.filter(({ available }) => !available)
  const option = ({ code, localName }: Versions['versions'][number]) => (
    <option key={code} value={code}>
      {code} · {localName}
    </option>
  )
  const isListed = form.defaultVersion === '' || known.versions.some(({ code }) => code === form.defaultVersion)
  return (
    <form onSubmit={save} noValidate className="grid max-w-2xl gap-7">
      <div className="grid gap-5 wide:grid-cols-2">
        <Choice
          label={t('settings.defaultVersion')}
          name="defaultVersion"
          value={form.defaultVersion}
          error={errorOf('defaultVersion')}
          onChange={(defaultVersion) => change({ defaultVersion })}
        >
          {saved.defaultVersion === '' && <option value="" />}
          {!isListed && <option value={form.defaultVersion}>{form.defaultVersion}</option>}
          {here.map(option)}
          {away.length > 0 && <optgroup label={t('settings.notHere')}>{away.map(option)}</optgroup>}
        </Choice>
        <Choice
          label={t('settings.defaultLanguage')}
          name="defaultLanguage"
          value={form.defaultLanguage}
          error={errorOf('defaultLanguage')}
          onChange={(value) => change({ defaultLanguage: value === 'ko' ? 'ko' : 'en' })}
        >
          <option value="en" lang="en">
            {t('menu.english')}
          </option>
          <option value="ko" lang="ko">
            {t('menu.korean')}
          </option>
        </Choice>
      </div>
      <ColorSection
        saved={saved.highlightColor}
        typed={form.highlightColor}
        error={errorOf('highlightColor')}
        onChange={(highlightColor) => change({ highlightColor })}
      />
      {refusal !== null && (
        <p role="alert" className="text-sm text-danger">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" big busy={saving.isPending}>
          {t('settings.save')}
        </Button>
        <Button big onClick={() => change(defaults)}>
          {t('settings.resetAll')}
        </Button>
        <Button big look="quiet" onClick={() => setShowsHistory(true)}>
          <History size={18} strokeWidth={1.8} aria-hidden />
          {t('settings.history')}
        </Button>
      </div>
      {dialog}
      {showsHistory && (
        <Suspense fallback={null}>
          <ItemHistoryDialog
            title={t('settings.history')}
            user={user}
            history={history}
            id={SETTINGS_ID}
            onRestored={() => setChanges({})}
            onClose={() => setShowsHistory(false)}
          />
        </Suspense>
      )}
    </form>
  )
}
