import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-line bg-sunk px-2 py-0.5 font-ui text-xs font-semibold">{children}</kbd>
)

const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const rows = [
    { keys: ['←', '→'], does: `${t('keyboard.previous')}, ${t('keyboard.next')}` },
    { keys: ['g'], does: t('keyboard.find') },
    { keys: ['/'], does: t('keyboard.search') },
    { keys: ['↑', '↓'], does: t('keyboard.verses') },
    { keys: [t('keyboard.enter')], does: t('keyboard.choose') },
    { keys: ['⇧ ↑', '⇧ ↓'], does: t('keyboard.range') },
    { keys: ['⇧ ←', '⇧ →'], does: t('keyboard.words') },
    { keys: ['Alt ⇧ ←', '→'], does: t('keyboard.wordsStart') },
    { keys: [t('keyboard.enter')], does: t('keyboard.act') },
    { keys: [t('keyboard.escape')], does: t('keyboard.close') },
    { keys: ['w'], does: t('keyboard.original') },
    { keys: ['1', '2', '3'], does: t('keyboard.columns') },
    { keys: ['v'], does: t('keyboard.add') },
    { keys: ['s'], does: t('keyboard.sync') },
    { keys: ['?'], does: t('keyboard.help') },
  ]
  return (
    <Dialog onClose={onClose} title={t('keyboard.title')}>
      <dl className="text-sm">
        {rows.map(({ keys, does }) => (
          <div key={does} className="flex items-center gap-4 border-t border-line py-2.5">
            <dt className="flex w-28 shrink-0 gap-1.5">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
export default KeyboardHelp
