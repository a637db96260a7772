import type { User } from '@pathlight/contracts/accounts.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { SETTINGS_ID } from '@pathlight/contracts/history-rules.ts'
import type { Settings } from '@pathlight/contracts/settings.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { type FormEvent, lazy, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isOfLock } from '../../api/api-problem.ts'
import { isOpen, isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { readableVersion, type Versions } from '../../bible/versions-query.ts'
import { chooseLanguage, i18n, withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { LockedNotice } from '../../session/locked-notice.tsx'
import { settingsWrites, type WrittenSettings, writeSettings } from '../../session/write-settings.ts'
import { WaitingMark } from '../../study/waiting-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { focusFirstError } from '../../ui/field.tsx'
import { History } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { ColorSection } from './color-section.tsx'
import { history } from './history.ts'
import {
  changedFields,
  type SettingsForm as Form,
  formOf,
  type SettingsField,
  sameSettings,
  wrongFields,
} from './settings-rules.ts'

const ItemHistoryDialog = lazy(() =>
  withWords(['history'], () => import('../../study/history/item-history-dialog.tsx')),
)

const ChangedElsewhere = lazy(() =>
  withWords(['history', 'person'], () => import('../../study/history/changed-elsewhere.tsx')),
)

const REQUIRED = {
  defaultVersion: 'settings.versionRequired',
  defaultLanguage: 'settings.languageRequired',
  highlightColor: 'settings.invalidColor',
} as const

const EMPTY_FORM: Form = { defaultVersion: '', defaultLanguage: '', highlightColor: '' }

/** The form for a person's settings. `settings` are the server's settings, with unsent writes applied. */
export const SettingsForm = ({
  user,
  settings,
  versionList,
}: {
  user: User
  settings: Settings
  versionList: Versions
}) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const { onUnsaved, dialog } = useLeaveGuard()
  // The values that the app uses for settings that the person has not chosen.
  const defaults: Form = {
    defaultVersion: readableVersion(versionList, language)?.code ?? '',
    defaultLanguage: language,
    highlightColor: DEFAULT_HIGHLIGHT_COLOR,
  }
  const saved = formOf(settings, defaults)
  const [changes, setChanges] = useState<Partial<Form>>({})
  const [showsHistory, setShowsHistory] = useState(false)
  const [invalidFields, setInvalidFields] = useState<readonly SettingsField[]>([])
  const form: Form = { ...saved, ...changes }
  const isChanged = !sameSettings(form, saved)
  /** The saved values at the time when the person began to change the form. */
  const [startValues, setStartValues] = useState<Form>(saved)
  // The fields that the person changed, and that another device meanwhile saved with other values.
  const conflictingFields = changedFields(saved, startValues).filter(
    (field) => field in changes && saved[field] !== form[field],
  )

  useEffect(() => {
    onUnsaved(isChanged ? { discard: () => setChanges({}) } : null)
  }, [isChanged, onUnsaved])

  /** The key of the write in progress, and the form as it was sent. */
  const [sent, setSent] = useState<{ readonly key: string; readonly form: Form } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const writes = usePendingWrites(settingsWrites, user.id)
  const write = sent === null ? undefined : writes.find(({ key }) => key === sent.key)
  useEffect(() => (sent === null ? undefined : pendingWrites.attend(sent.key)), [sent])

  /** Called when the write is saved, or when it waits for the server. */
  const applySaved = async (said: () => string, tone?: 'error') => {
    setSent(null)
    // Changes that the person made during the save are not saved yet, so they stay in the form.
    setChanges(sent ? Object.fromEntries(changedFields(form, sent.form).map((field) => [field, form[field]])) : {})
    // Switches to the saved language even if the person did not change it in the form, because the menu may have
    // switched the language.
    const chosen = (sent?.form ?? form).defaultLanguage
    if (chosen === 'en' || chosen === 'ko') await chooseLanguage(chosen)
    // The message is in the new language.
    say(said(), tone)
  }
  const followWrite = useEffectEvent((now: PendingWrite<WrittenSettings>) => {
    const { state, key } = now
    if (state.status === 'saved') return void applySaved(() => i18n.t('settings.saved'))
    if (state.status === 'waiting' && state.tries > 0) {
      const isKept = pendingWrites.unsaved(user.id).some((one) => one.key === key && one.isKept)
      return void applySaved(
        () => i18n.t(isKept ? 'settings.waits' : 'settings.exception'),
        isKept ? undefined : 'error',
      )
    }
    if (!isRefused(now)) return
    setSent(null)
    setRefusal((state.status === 'failed' && sayProblem(t, state.error)) || t('settings.updateFailed'))
    // The message asks for a retry, which does not help while the account is locked.
    if (!(state.status === 'failed' && isOfLock(state.error))) say(t('settings.failed'), 'error')
    // The form still has the values, so the refused write is dropped.
    pendingWrites.discard(key)
  })
  useEffect(() => {
    if (write) followWrite(write)
  }, [write])

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const formElement = event.currentTarget
    const invalid = wrongFields(form)
    flushSync(() => setInvalidFields(invalid))
    if (invalid.length > 0) return focusFirstError(formElement)
    if (sent !== null) return
    setRefusal(null)
    setChanges(form)
    // Only the changed fields are sent, so that another device's changes stay. Without a change, all fields are sent.
    const fields = isChanged ? changedFields(form, saved) : changedFields(form, EMPTY_FORM)
    const chosen = Object.fromEntries(fields.map((field) => [field, form[field]])) as Partial<WrittenSettings>
    setSent({ key: writeSettings(user.id, chosen), form })
  }
  const change = (part: Partial<Form>) => {
    if (!isChanged) setStartValues(saved)
    setChanges({ ...changes, ...part })
    setInvalidFields(invalidFields.filter((field) => !(field in part)))
  }
  const errorOf = (field: SettingsField) => (invalidFields.includes(field) ? t(REQUIRED[field]) : null)
  const installed = versionList.versions.filter(({ available }) => available)
  const notInstalled = versionList.versions.filter(({ available }) => !available)
  const option = ({ code, localName }: Versions['versions'][number]) => (
    <option key={code} value={code}>
      {versionLabel(code, language) === localName ? localName : `${code} · ${localName}`}
    </option>
  )
  const isListed = form.defaultVersion === '' || versionList.versions.some(({ code }) => code === form.defaultVersion)
  return (
    <form onSubmit={save} noValidate className="grid gap-7">
      <div className="grid gap-5 wide:grid-cols-2">
        <Choice
          label={t('settings.defaultVersion')}
          name="defaultVersion"
          value={form.defaultVersion}
          error={errorOf('defaultVersion')}
          onChange={(defaultVersion) => change({ defaultVersion })}
        >
          {saved.defaultVersion === '' && <option value="" />}
          {!isListed && <option value={form.defaultVersion}>{versionLabel(form.defaultVersion, language)}</option>}
          {installed.map(option)}
          {notInstalled.length > 0 && <optgroup label={t('settings.notHere')}>{notInstalled.map(option)}</optgroup>}
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
        <Button type="submit" look="primary" big busy={sent !== null}>
          {t('settings.save')}
        </Button>
        <Button big onClick={() => change(defaults)}>
          {t('settings.resetAll')}
        </Button>
      </div>
      <Button look="quiet" className="-mt-3 -ml-4 justify-self-start" onClick={() => setShowsHistory(true)}>
        <History size={18} strokeWidth={1.8} aria-hidden />
        {t('settings.history')}
      </Button>
      {writes.some((one) => isOpen(one) && 'tries' in one.state && one.state.tries > 0) && (
        <p role="status" className="text-sm text-muted">
          <WaitingMark />
        </p>
      )}
      <Fetched>
        {sent === null && conflictingFields.length > 0 && (
          <ChangedElsewhere
            user={user}
            history={history}
            base={{ id: SETTINGS_ID, revision: 0, ...startValues }}
            isSaving={false}
            onTakeIn={() =>
              setChanges(
                Object.fromEntries(
                  Object.entries(changes).filter(([f]) => !conflictingFields.some((one) => one === f)),
                ),
              )
            }
          />
        )}
      </Fetched>
      {dialog}
      <Fetched>
        {showsHistory && (
          <ItemHistoryDialog
            title={t('settings.history')}
            notice={<LockedNotice />}
            user={user}
            history={history}
            id={SETTINGS_ID}
            onRestored={() => setChanges({})}
            onClose={() => setShowsHistory(false)}
          />
        )}
      </Fetched>
    </form>
  )
}
