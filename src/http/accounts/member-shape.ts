import { Type } from 'typebox'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { USER_STATUSES } from '../../domain/accounts/user.ts'
import type { Member } from '../../store/accounts/members.ts'
import { namedObject, show, words } from '../api/schema.ts'

/** A member of a hotel. */
export const MemberSchema = namedObject('Member', {
  userId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: words(...MEMBER_ROLES),
  status: words(...USER_STATUSES),
  secondFactor: Type.Boolean({ description: 'Their log-in needs a code, too.' }),
})

export const showMember = ({ memberRole: role, hasSecondFactor, ...member }: Member) =>
  show(MemberSchema, { ...member, role, secondFactor: hasSecondFactor })
