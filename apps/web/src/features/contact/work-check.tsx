import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type State = 'idle' | 'working' | 'solved' | 'failed' | 'insecure'
const STATE_WORDS = {
  idle: 'contact.captcha.hint',
  working: 'contact.captcha.working',
  solved: 'contact.captcha.solved',
  failed: 'contact.captcha.failed',
  insecure: 'contact.captcha.insecure',
} as const satisfies Record<State, string>

/**
 * A CAPTCHA by proof of work. After the person checks the box, the browser computes a solution. Screen readers announce
 * each step.
 */
export const WorkCheck = ({ onToken }: { onToken: (token: string | null) => void }) => {
  const { t } = useTranslation()
  const id = useId()
  const [state, setState] = useState<State>('idle')
  const work = useRef<AbortController | null>(null)
  useEffect(() => () => work.current?.abort(), [])

  const begin = async () => {
    if (!window.isSecureContext) return setState('insecure')
    const controller = new AbortController()
    work.current = controller
    setState('working')
    try {
      const { solveChallenge } = await import('./solve-challenge.ts')
      const { token, goodForMs } = await solveChallenge(controller)
      if (controller.signal.aborted) return
      setState('solved')
      onToken(token)
      // The token expires after `goodForMs`. A person who has not sent the message by then must check the box again.
      setTimeout(() => !controller.signal.aborted && stop(), goodForMs)
    } catch {
      if (!controller.signal.aborted) setState('failed')
    }
  }
  const stop = () => {
    work.current?.abort()
    onToken(null)
    setState('idle')
  }
  const isError = state === 'failed' || state === 'insecure'
  return (
    <div className="rounded-sm border border-line bg-surface px-3 py-1.5">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          required
          checked={state === 'working' || state === 'solved'}
          aria-busy={state === 'working'}
          aria-describedby={`${id}-state`}
          onChange={({ target }) => (target.checked ? void begin() : stop())}
          className="size-5 flex-none"
        />
        {t('contact.captcha.label')}
      </label>
      <p
        id={`${id}-state`}
        role="status"
        className={`pb-1.5 text-xs ${isError ? 'text-danger' : state === 'solved' ? 'text-ok' : 'text-muted'}`}
      >
        {t(STATE_WORDS[state])}
      </p>
    </div>
  )
}
