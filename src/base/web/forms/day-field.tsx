import { ActionIcon, Popover } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, parseDay, parseTime } from "#base/shared/calendar.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { LtrField } from "./fields.tsx";

/*
 * The browser's own date fields follow the browser's language and calendar, not the product's: in one language they
 * would be Hijri, in another month first. These are Gregorian, day first, in Latin digits, in both of our languages.
 */

const DayCalendar = lazy(() => import("./day-calendar.tsx"));

type Shared = {
  label: string;
  /** The label for screen readers, where two fields share one. */
  ariaLabel?: string;
  error?: string | undefined;
  description?: string | undefined;
};

type DayProps = Shared & {
  value: RiyadhDay | null;
  onChange: (day: RiyadhDay | null) => void;
  /** Without it the field cannot be emptied: an empty field gets its day back. */
  clearable?: boolean;
  min?: RiyadhDay | undefined;
  max?: RiyadhDay | undefined;
};

/**
 * A day, typed ("21/11/2026") or chosen from a month. An invalid day, or one outside `min` and `max`, is not reported.
 */
export function DayField({ value, onChange, clearable = false, min, max, ...rest }: DayProps) {
  const { t } = useTranslation("base");
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const inBounds = (day: RiyadhDay | null) =>
    day && (!min || day >= min) && (!max || day <= max) ? day : null;
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const choose = (day: RiyadhDay) => {
    onChange(day);
    close();
  };
  return (
    // Its roles belong to the button and the month, not to the frame that the library would give them to.
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withRoles={false}
      trapFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <div>
          <TypedField
            {...rest}
            shown={value ? formatDay(value) : ""}
            read={(typed) => inBounds(parseDay(typed))}
            onRead={onChange}
            onEmptied={clearable ? () => onChange(null) : undefined}
            placeholder="21/11/2026"
            wrong={t("date_not_valid")}
            rightSection={
              <ActionIcon
                ref={opener}
                variant="subtle"
                size="lg"
                aria-label={t("choose_day_of", { field: rest.label })}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <IconCalendar size={19} aria-hidden />
              </ActionIcon>
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={rest.label}>
        {isOpen ? (
          <Suspense fallback={null}>
            <DayCalendar value={value} min={min} max={max} onChoose={choose} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** An hour of the day, "21:30", never with a.m. or p.m.: it reads the same in both languages. */
export function TimeField({
  value,
  onChange,
  ...rest
}: Shared & { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation("base");
  return (
    <TypedField
      {...rest}
      shown={value}
      read={parseTime}
      onRead={onChange}
      placeholder="21:30"
      wrong={t("time_not_valid")}
    />
  );
}

type TypedProps<Value> = Shared & {
  /** The formatted value. */
  shown: string;
  read: (typed: string) => Value | null;
  onRead: (value: Value) => void;
  onEmptied?: (() => void) | undefined;
  placeholder: string;
  /** The error while the typed text is not valid. */
  wrong: string;
  rightSection?: ReactNode;
};

/**
 * A value typed as text: it stays as typed while the field has the focus; on blur, invalid text is replaced by the
 * value.
 */
function TypedField<Value>({
  shown,
  read,
  onRead,
  onEmptied,
  wrong,
  error,
  ariaLabel,
  description,
  ...rest
}: TypedProps<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUnread = typed !== null && typed.trim() !== "" && read(typed) === null;
  return (
    <LtrField
      {...rest}
      autoComplete="off"
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...(description ? { description } : {})}
      aria-label={ariaLabel}
      value={typed ?? shown}
      error={isUnread ? wrong : error}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        // Enter submits the form: not while the field shows another value than the one that would be sent.
        if (event.key === "Enter" && isUnread) event.preventDefault();
      }}
      onChange={(text) => {
        setTyped(text);
        const value = read(text);
        if (value !== null) onRead(value);
        else if (text.trim() === "") onEmptied?.();
      }}
    />
  );
}
