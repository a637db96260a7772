import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountDialog } from '../../session/account-dialog.ts'
import { useSession, useSessionTrouble } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Props = { dialog: AccountDialog; onChange: (dialog: AccountDialog | null) => void }

/** A question, and a button that opens the other form (log-in or sign-up). */
const OtherForm = ({ question, answer, onClick }: { question: string; answer: string; onClick: () => void }) => (
  <p className="mt-4 text-center text-sm text-muted">
    {question}{' '}
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 px-1 font-medium text-accent underline-offset-3 hover:underline"
    >
      {answer}
    </button>
  </p>
)

const AccountDialogWindow = ({ dialog, onChange }: Props) => {
  const { t } = useTranslation()
  const askAgain = useSessionTrouble()
  const close = () => onChange(null)

  // The request to log in is needless if the person is logged in, for example in another tab.
  const needless = useSession() !== null && dialog === 'please'
  useEffect(() => {
    if (needless) onChange(null)
  }, [needless, onChange])

  switch (dialog) {
    case 'please':
      if (askAgain)
        return (
          <Dialog onClose={close} title={t('session.unreached')} description={t('session.unreachedText')}>
            <Button look="primary" big onClick={askAgain}>
              {t('tryAgain')}
            </Button>
          </Dialog>
        )
      return (
        <Dialog onClose={close} title={t('accounts.pleaseLogIn')} description={t('accounts.pleaseLogInText')}>
          <div className="grid gap-2.5">
            <Button look="primary" big onClick={() => onChange('logIn')}>
              {t('accounts.logIn')}
            </Button>
            <Button big onClick={() => onChange('signUp')}>
              {t('accounts.signUp')}
            </Button>
          </div>
        </Dialog>
      )
    case 'logIn':
      return (
        <Dialog onClose={close} title={t('accounts.logIn')} description={t('accounts.welcomeBack')}>
          <LogInForm onDone={close} onLeave={close} />
          <OtherForm
            question={t('accounts.noAccount')}
            answer={t('accounts.signUp')}
            onClick={() => onChange('signUp')}
          />
        </Dialog>
      )
    case 'signUp':
      return (
        <Dialog onClose={close} title={t('accounts.signUp')} description={t('accounts.firstTime')}>
          <SignUpForm onDone={close} onLeave={close} />
          <OtherForm
            question={t('accounts.haveAccount')}
            answer={t('accounts.logIn')}
            onClick={() => onChange('logIn')}
          />
        </Dialog>
      )
  }
}
export default AccountDialogWindow
