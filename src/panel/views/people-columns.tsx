import type { Colleague, Member } from '../../client/call.ts'
import { t } from '../lib/i18n.ts'
import { Two } from '../parts/facts.tsx'
import { Badge } from '../parts/note.tsx'
import { type Column, RowName } from '../parts/table.tsx'

/** One of the people of a hotel or an agency. */
type Person = Member | Colleague

/** The columns of a list of people: who, in which role of a hotel or an agency, with or without a second factor. */
export const peopleColumns = <P extends Person>(
  isSelf: (person: P) => boolean,
  edit: (person: P) => void,
  roleHead: string,
): Column<P>[] => [
  {
    head: t('list.name'),
    isName: true,
    cell: (member) => (
      <RowName
        name={member.name}
        mark={isSelf(member) && ` (${t('people.you')})`}
        onEdit={() => edit(member)}
      >
        <bdi>{member.email}</bdi>
      </RowName>
    ),
  },
  {
    head: roleHead,
    cell: ({ role, status }) => (
      <Two
        over={
          <span class="beside">
            <Badge tone={isOwner(role) ? 'info' : 'neutral'}>{t(`people.role.${role}`)}</Badge>
            {status === 'blocked' && <Badge tone="bad">{t('people.blocked')}</Badge>}
          </span>
        }
      >
        {t(`people.may.${role}`)}
      </Two>
    ),
  },
  {
    head: t('people.factor'),
    isTold: true,
    cell: ({ secondFactor }) => (
      <Badge tone={secondFactor ? 'good' : 'neutral'}>
        {t(secondFactor ? 'people.factorOn' : 'people.factorOff')}
      </Badge>
    ),
  },
]

const isOwner = (role: Person['role']) => role === 'owner' || role === 'agency_owner'
