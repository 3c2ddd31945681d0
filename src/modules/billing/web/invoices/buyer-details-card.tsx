import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { BuyerDetails } from "../billing-calls.ts";
import { BuyerDetailsForm } from "./buyer-details-form.tsx";
import classes from "./invoices.module.css";
import { buyerDetailsQuery } from "./invoices.queries.ts";

/** Who the invoices are made out to: its state in a line, and the form that changes it. */
export function BuyerDetailsCard() {
  const { t } = useTranslation("billing_invoices");
  const query = useQuery(buyerDetailsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("details")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={1} />}>
        {(details) =>
          isOpen ? (
            <BuyerDetailsForm details={details} onClose={() => setOpen(false)} />
          ) : (
            <div className={classes.details}>
              <DetailsWords details={details} />
              {isAllowed("billing", "manage") ? (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={18} aria-hidden />}
                  onClick={() => setOpen(true)}
                >
                  {t(details.name === "" ? "add_details" : "change_details")}
                </Button>
              ) : null}
            </div>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function DetailsWords({ details }: { details: BuyerDetails }) {
  const { t } = useTranslation("billing_invoices");
  const { name, vat_number, registration_number, contact_email, contact_phone } = details;
  const isIncomplete = name !== "" && (registration_number === "" || contact_email + contact_phone === "");
  return (
    <div className={classes.words}>
      <p className={classes.words}>
        {name === "" ? null : (
          <>
            <UserText>{name}</UserText>
            {" · "}
          </>
        )}
        {vat_number === "" ? (
          t("no_vat_number")
        ) : (
          <>
            {t("vat_number")} <Ltr>{vat_number}</Ltr>
          </>
        )}
      </p>
      {isIncomplete ? <p className={classes.words}>{t("incomplete")}</p> : null}
    </div>
  );
}
