import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'

/** A dialog that shows new recovery codes. They are shown only once. */
const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const copy = async () => {
    if (await copyText(codes.join('\n'))) say(t('logIn.codesCopied'))
  }
  return (
    <Dialog title={t('logIn.codesTitle')} description={t('logIn.codesText')} onClose={onClose}>
      <ol className="grid gap-x-6 gap-y-1.5 rounded-sm border border-line px-4 py-3 text-sm wide:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ol>
      <div className="answers mt-5">
        <Button onClick={() => void copy()}>{t('logIn.copyCodes')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('logIn.codesKept')}
        </Button>
      </div>
    </Dialog>
  )
}
export default RecoveryCodesDialog
