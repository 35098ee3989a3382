import { ArrowUpDown, BookOpen, type LucideIcon } from 'lucide-react'
import { PROGRESSES, type Progress, SORTS, type Sort } from '../../../data/links/keys.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import { pill } from '../pill.ts'
import { useView } from '../use-view.ts'

const SORT_NAMES: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'By title',
  readingTime: 'Shortest first',
  lastRead: 'Last read first',
}

export const PROGRESS_NAMES: Record<Progress, string> = {
  unread: 'Unread',
  begun: 'Begun',
  finished: 'Finished',
}

/** The filter of progress and the order of the list. A search has an order of its own. */
export const OrderMenus = () => {
  const { filters, setProgress, setSort } = useView()
  const { progress, sort, q } = filters
  return (
    <>
      <Choice
        icon={BookOpen}
        label="Progress"
        chosen={progress ?? 'all'}
        isOn={progress !== null}
        names={{ all: 'Any progress', ...PROGRESS_NAMES }}
        values={['all', ...PROGRESSES]}
        onChoose={value => setProgress(value === 'all' ? null : value)}
      />
      {q === '' ? (
        <Choice
          icon={ArrowUpDown}
          label="Sort"
          chosen={sort}
          names={SORT_NAMES}
          values={SORTS}
          onChoose={setSort}
        />
      ) : (
        <p className="px-1 text-meta whitespace-nowrap text-ink-2">Best matches first</p>
      )}
    </>
  )
}

type ChoiceProps<Value extends string> = {
  icon: LucideIcon
  label: string
  names: Record<Value, string>
  values: readonly Value[]
  chosen: Value
  /** For a filter: whether it is on. While it is off, the pill has the label. */
  isOn?: boolean
  onChoose: (value: Value) => void
}

/** A pill that says what is chosen, and a menu of the choices. */
const Choice = <Value extends string>({
  icon: Icon,
  label,
  names,
  values,
  chosen,
  isOn,
  onChoose,
}: ChoiceProps<Value>) => (
  <Menu
    label={`${label}: ${names[chosen]}`}
    heading={label}
    entries={values.map(value => ({
      label: names[value],
      isChosen: value === chosen,
      onSelect: () => onChoose(value),
    }))}
    button={props => (
      <button {...props} type="button" className={pill(isOn ?? false)}>
        <Icon aria-hidden />
        {isOn === false ? label : names[chosen]}
      </button>
    )}
  />
)
