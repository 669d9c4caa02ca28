import { Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { BranchFacts } from './branch-facts.tsx'
import { BranchHolidays } from './branch-holidays.tsx'
import { BranchHours } from './branch-hours.tsx'
import { BranchPeriods } from './branch-periods.tsx'
import { branchTexts } from './branch-texts.ts'
import { DoctorShifts } from './doctor-shifts.tsx'
import { SettingsRoom } from './settings-room.tsx'
import type { ClinicBranch } from './use-branch-write.ts'

/** A branch, part by part; each is saved by itself. */
export function BranchPage() {
  const { problems } = useTexts(ui)
  const id = useRoomParam('id')
  const branches = useReadAll('listClinicBranches', {})
  return (
    <SettingsRoom>
      <Loaded query={branches} rows={4} height={220}>
        {all => {
          const branch = all.find(one => one.id === id)
          return branch ? <Shown branch={branch} /> : <Notice tone="warn">{problems.not_found}</Notice>
        }}
      </Loaded>
    </SettingsRoom>
  )
}

function Shown({ branch }: { branch: ClinicBranch }) {
  const t = useTexts(branchTexts)
  const { language } = useLanguage()
  const { clinicId } = useClinicApi()
  const workplace = useRead('getWorkplace', {})
  const works = workplace.data?.practitioners.filter(one => one.isDoctor && one.branchIds.includes(branch.id))
  return (
    <Stack gap="lg">
      <div>
        <Link to={hrefOf(clinicId, 'settingsBranches', {})}>
          <IconArrowLeft size={16} aria-hidden className="flip" /> {t.backTo}
        </Link>
        <Text size="xl" fw={600} mt={4}>
          <Name>{nameOf(language, branch)}</Name>
        </Text>
      </div>
      <BranchFacts branch={branch} />
      <BranchHours branch={branch} />
      <BranchHolidays branch={branch} />
      <BranchPeriods branch={branch} />
      {works && <DoctorShifts branch={branch} doctors={works} />}
    </Stack>
  )
}
