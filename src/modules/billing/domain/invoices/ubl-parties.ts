import type { Buyer, Seller } from "./invoice.ts";
import { element, type XmlElement } from "./xml.ts";

export const renderSeller = (seller: Seller): XmlElement =>
  element("cac:AccountingSupplierParty", [renderParty({ ...seller, name: seller.name_ar })]);

/** A simplified invoice may leave its buyer unnamed. */
export const renderBuyer = (buyer: Buyer | null): XmlElement =>
  element("cac:AccountingCustomerParty", buyer ? [renderParty(buyer)] : []);

function renderParty(party: Buyer): XmlElement {
  const { registration_number, vat_number } = party;
  return element("cac:Party", [
    registration_number === ""
      ? null
      : element("cac:PartyIdentification", [element("cbc:ID", registration_number, { schemeID: "CRN" })]),
    renderAddress(party),
    vat_number === null
      ? null
      : element("cac:PartyTaxScheme", [
          element("cbc:CompanyID", vat_number),
          element("cac:TaxScheme", [element("cbc:ID", "VAT")]),
        ]),
    element("cac:PartyLegalEntity", [element("cbc:RegistrationName", party.name)]),
  ]);
}

function renderAddress({ street, building_number, district, city, postal_code }: Buyer): XmlElement {
  const given = (name: string, text: string) => (text === "" ? null : element(name, text));
  return element("cac:PostalAddress", [
    given("cbc:StreetName", street),
    given("cbc:BuildingNumber", building_number),
    given("cbc:CitySubdivisionName", district),
    given("cbc:CityName", city),
    given("cbc:PostalZone", postal_code),
    element("cac:Country", [element("cbc:IdentificationCode", "SA")]),
  ]);
}
