// Made by openapi-typescript.
export interface paths {
    "/api/v1/rewards/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rewards a card can be */
        get: operations["listRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reward_infos/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reward types with their descriptions */
        get: operations["listRewardInfos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reward_infos/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One reward type by name */
        get: operations["getRewardInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reward_card_templates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The card templates of this site */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/predefined_amounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggested card values */
        get: operations["listPredefinedAmounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/predefined_messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggested messages, by occasion */
        get: operations["listPredefinedMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/heard_about_options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answers to "How did you hear about us?" */
        get: operations["listHeardAboutOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/us_states/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** States, DC, territories, and military codes */
        get: operations["listUsStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipping_options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Delivery methods with their prices */
        get: operations["listShippingOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/company/order_fields/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The custom fields on orders of the current company, in its order */
        get: operations["listOrderFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registered_addresses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The address book: the default first, then the others and those that the company shares */
        get: operations["listAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved_designs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The company’s saved designs, last used first. New ones count as used
         * @description Needs `orders.place` in the company.
         */
        get: operations["listSavedDesigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The customer’s orders, newest first. `status=cart` is the current order
         * @description API keys need `orders.read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its details
         * @description API keys need `orders.read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/activity/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The activity of an order’s payments and cards, with messages from the organization, newest first
         * @description API keys need `orders.read`.
         */
        get: operations["getOrderActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start paying for the order, which fixes its price
         * @description API keys need `orders.place`.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order that awaits approval, waits for a check or transfer, or is in review and paid by the company. Safe to repeat
         * @description API keys need `orders.place`.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/quote/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price an order without placing it, and learn whose approval it would need
         * @description API keys need `orders.place`.
         */
        post: operations["quoteOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/place/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order in one call, or send it for approval if the company’s rules need that
         * @description API keys need `orders.place`.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/by_external_id/{external_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the company’s orders by its external ID
         * @description API keys need `orders.read`.
         */
        get: operations["getOrderByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/by_external_id/{external_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cards of one of the company’s orders by its external ID
         * @description API keys need `orders.read`.
         */
        get: operations["listDeliveriesByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recipient_lists/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The customer’s saved lists and those shared by their company, by name */
        get: operations["listRecipientLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An order’s deliveries
         * @description API keys need `orders.read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery and its activity
         * @description API keys need `orders.read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a delivery’s address. If it was already sent, it’s sent again to the new address
         * @description API keys need `cards.resend`.
         */
        patch: operations["patchDelivery"];
        trace?: never;
    };
    "/api/v1/deliveries/{id}/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, unchanged
         * @description API keys need `cards.resend`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/deliveries/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many of an order’s deliveries again: those listed, or all that match a filter
         * @description API keys need `cards.resend`.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/convert_to_digital/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a returned letter with a digital card. The printed card stops working
         * @description API keys need `cards.resend`.
         */
        post: operations["convertDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A buyer sent an order for approval */
        post: operations["approvalRequestedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All approvers approved the order */
        post: operations["approvalApprovedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An approver returned the order to the buyer */
        post: operations["approvalReturnedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The buyer withdrew the request */
        post: operations["approvalWithdrawnEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.placed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The order was placed */
        post: operations["orderPlacedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The order is fully paid */
        post: operations["orderPaidEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The order goes to fulfillment */
        post: operations["orderApprovedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Staff declined the order, or it was canceled */
        post: operations["orderDeclinedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.fulfilled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** All cards of the order were produced */
        post: operations["orderFulfilledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The last letter or parcel of the order was shipped */
        post: operations["orderShippedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A refund was paid */
        post: operations["refundDoneEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A digital card was emailed */
        post: operations["deliverySentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recipient opened the card’s page */
        post: operations["deliveryOpenedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recipient claimed the card */
        post: operations["deliveryClaimedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The email bounced */
        post: operations["deliveryBouncedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.mailed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The letter or parcel was shipped */
        post: operations["deliveryMailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The letter or parcel arrived */
        post: operations["deliveryDeliveredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The letter or parcel was returned */
        post: operations["deliveryReturnedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.replaced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Another delivery replaced this one */
        post: operations["deliveryReplacedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The delivery was canceled */
        post: operations["deliveryCancelledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A customer’s first request created a company */
        post: operations["companyCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.renamed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The company was renamed */
        post: operations["companyRenamedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The company was merged into another */
        post: operations["companyMergedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.unmerged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The merge was undone */
        post: operations["companyUnmergedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.person_joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person joined the company */
        post: operations["companyPersonJoinedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.person_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person left or was removed */
        post: operations["companyPersonRemovedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.role_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person’s role changed */
        post: operations["companyRoleChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "budget.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A budget was added, changed, or ended */
        post: operations["budgetChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "budget.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A budget was used up for its period */
        post: operations["budgetExhaustedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.topped_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Money was added to the company’s balance */
        post: operations["balanceToppedUpEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "balance.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The balance changed with an order or a return */
        post: operations["balanceChangedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Staff sent a test event */
        post: operations["webhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Address: {
            id: components["schemas"]["Id"];
            label: string;
            name: string;
            company: string;
            address1: string;
            address2: string;
            city: string;
            state: string;
            zip: string;
            phone: string;
            is_default: boolean;
        };
        AddressSnapshot: {
            label: string;
            name: string;
            company: string;
            address1: string;
            address2: string;
            city: string;
            state: string;
            zip: string;
            phone: string;
        };
        ApprovalApprovedEvent: {
            /** @constant */
            type: "approval.approved";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["ApprovalEventData"];
        };
        ApprovalEventData: {
            approval_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            /** @description In company webhooks: the external ID from the program that placed the order */
            external_id?: string | null;
            total_cents: components["schemas"]["Cents"];
        };
        ApprovalPerson: {
            id: components["schemas"]["Id"];
            name: string;
            is_you: boolean;
        };
        ApprovalRequestedEvent: {
            /** @constant */
            type: "approval.requested";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["ApprovalEventData"];
        };
        ApprovalReturnedEvent: {
            /** @constant */
            type: "approval.returned";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["ApprovalEventData"];
        };
        ApprovalWithdrawnEvent: {
            /** @constant */
            type: "approval.withdrawn";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["ApprovalEventData"];
        };
        BalanceChangedEvent: {
            /** @constant */
            type: "balance.changed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["BalanceEventData"];
        };
        BalanceEventData: {
            company_id: components["schemas"]["Id"];
            /** @description The order, or the top-up */
            order_id: components["schemas"]["Id"];
            /** @description In company webhooks: the external ID from the program that placed the order */
            external_id?: string | null;
            /** @description Negative if it was taken */
            amount_cents: components["schemas"]["SignedCents"];
            /** @description The balance after it */
            balance_cents: components["schemas"]["SignedCents"];
        };
        BalanceToppedUpEvent: {
            /** @constant */
            type: "balance.topped_up";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["BalanceEventData"];
        };
        BookAddress: {
            id: components["schemas"]["Id"];
            label: string;
            name: string;
            company: string;
            address1: string;
            address2: string;
            city: string;
            state: string;
            zip: string;
            phone: string;
            is_default: boolean;
            shared: components["schemas"]["Shared"];
        };
        BudgetChangedEvent: {
            /** @constant */
            type: "budget.changed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["BudgetEventData"];
        };
        BudgetEventData: {
            company_id: components["schemas"]["Id"];
            budget_id: components["schemas"]["Id"];
        };
        BudgetExhaustedEvent: {
            /** @constant */
            type: "budget.exhausted";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["BudgetEventData"];
        };
        /** @enum {string} */
        CardArt: "laurel" | "hills" | "rosette" | "arches" | "confetti" | "contour" | "plain";
        CardBrand: {
            site_primary_color: string;
            site_secondary_color: string;
            site_tertiary_color: string;
            card_mark: components["schemas"]["CardLogo"];
            network_name: string;
        };
        CardDesign: {
            tone: components["schemas"]["CardTone"];
            gradient: components["schemas"]["CardGradient"];
            line1: string;
            line2: string;
            logo_file_key: string | null;
            logo_one_color: boolean;
        };
        /** @enum {string} */
        CardGradient: "none" | "soft" | "strong";
        CardItem: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            state: "draft" | "in_cart";
            reward_type_data: {
                name: components["schemas"]["RewardTypeName"];
                title: string;
            };
            reward: {
                id: components["schemas"]["Id"];
                name: string;
                network: string;
            };
            reward_card_template_id: components["schemas"]["Id"];
            art: string;
            design: components["schemas"]["CardDesign"];
            /** @description The brand that the card was ordered in; left out in carts, which use the site’s current brand */
            brand?: components["schemas"]["CardBrand"];
            denomination_cents: components["schemas"]["Cents"] | null;
            quantity: number | null;
            message: string;
            sender_name: string;
            recipient_count: number;
            /** @description Recipients that must be fixed or removed */
            attention_count: number;
            /** @description Recipients who look like duplicates of earlier ones, until confirmed */
            duplicates: {
                count: number;
                cents: components["schemas"]["Cents"];
            };
            card_count: number;
            value_cents: components["schemas"]["Cents"];
            amounts: {
                count: number;
                each_cents: components["schemas"]["Cents"];
            }[];
            /** @description What is missing before it can go in the cart */
            missing: components["schemas"]["FieldProblem"][];
            /**
             * @description A draft that the company shares
             * @constant
             */
            is_shared?: true;
            updated_at: components["schemas"]["Moment"];
        };
        CardLogo: {
            /** @description Shapes on a square of 32, on cards ordered before logos were uploaded */
            paths: {
                d: string;
                second: boolean;
            }[];
            /** @description In white, for tinting; replaces the shapes */
            picture?: components["schemas"]["SitePicture"];
            /** @description Set next to it; empty if the logo includes the name */
            word: string;
            serif: boolean;
        };
        /** @enum {string} */
        CardTone: "deep" | "bright" | "pale" | "ink" | "warm" | "paper";
        CartApproval: {
            steps: {
                rules: components["schemas"]["MatchedRule"][];
                people: components["schemas"]["ApprovalPerson"][];
            }[];
            /** @description Whether the buyer is the only possible approver. An admin has to change the rules */
            is_blocked: boolean;
        };
        /** @description US dollars, integer cents */
        Cents: number;
        CompanyCreatedEvent: {
            /** @constant */
            type: "company.created";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyPersonEventData"];
        };
        CompanyEventData: {
            company_id: components["schemas"]["Id"];
        };
        CompanyMergeEventData: {
            company_id: components["schemas"]["Id"];
            into_company_id: components["schemas"]["Id"];
        };
        CompanyMergedEvent: {
            /** @constant */
            type: "company.merged";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyMergeEventData"];
        };
        CompanyPersonEventData: {
            company_id: components["schemas"]["Id"];
            /** @description The ID of a customer */
            person_id: components["schemas"]["Id"] | null;
        };
        CompanyPersonJoinedEvent: {
            /** @constant */
            type: "company.person_joined";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyPersonEventData"];
        };
        CompanyPersonRemovedEvent: {
            /** @constant */
            type: "company.person_removed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyPersonEventData"];
        };
        CompanyRenamedEvent: {
            /** @constant */
            type: "company.renamed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyEventData"];
        };
        CompanyRoleChangedEvent: {
            /** @constant */
            type: "company.role_changed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyPersonEventData"];
        };
        CompanyUnmergedEvent: {
            /** @constant */
            type: "company.unmerged";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["CompanyMergeEventData"];
        };
        ConvertDeliveryBody: {
            email: string;
            seen_updated_at?: components["schemas"]["Moment"];
        };
        CreatePaymentBody: {
            order_id: components["schemas"]["Id"];
            method_code: components["schemas"]["PaymentMethod"];
            /** @default  */
            po_number?: string;
            /** @description Who else gets the invoice and receipt. If left out, nothing changes */
            invoice_emails?: string[];
            /** @description The total the customer saw. If it has changed, the payment doesn’t start */
            seen_total_cents?: components["schemas"]["Cents"];
        };
        DeliveriesOfOrder: {
            count: number;
            /** @description The path of the next page; null on the last */
            next: string | null;
            /** @description The path of the previous page; null on the first */
            previous: string | null;
            results: components["schemas"]["Delivery"][];
            total_count: number;
            /** @description Per group, regardless of the filter */
            counts: {
                waiting: number;
                under_way: number;
                arrived: number;
                needs_a_hand: number;
                over: number;
            };
            /** @description How many recipients wrote back, regardless of the filter */
            thanked_count: number;
        };
        Delivery: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            order_number: string;
            /** @description The external ID from the program that placed the order */
            external_id: string | null;
            /** @description Null for the parcel, which carries every bulk card */
            card_item_id: components["schemas"]["Id"] | null;
            recipient_id: components["schemas"]["Id"] | null;
            reward_type: components["schemas"]["RewardTypeName"];
            status: components["schemas"]["DeliveryStatusName"];
            group: components["schemas"]["DeliveryGroupName"];
            card_count: number;
            value_cents: components["schemas"]["Cents"];
            first_name: string;
            last_name: string;
            company: string;
            email: string;
            phone: string;
            address1: string;
            address2: string;
            city: string;
            state: string;
            zip: string;
            /** @description The earliest time it is sent or printed */
            due_at: components["schemas"]["Moment"];
            /** @description How often it was sent, including the next time */
            attempt: number;
            problem_code: string;
            /** @description Why it wasn’t delivered, as a sentence; empty if unknown */
            problem: string;
            carrier: string;
            tracking_number: string;
            tracking_url: string;
            /** @description The delivery that this one replaces */
            replaces_id: components["schemas"]["Id"] | null;
            replaced_by_id: components["schemas"]["Id"] | null;
            /** @description The order’s payment was refunded, so nothing is sent until the order is released */
            is_held: boolean;
            may_fix_email: boolean;
            may_fix_address: boolean;
            may_resend: boolean;
            /** @description Whether a returned letter can be replaced with a digital card */
            may_convert: boolean;
            sent_at: components["schemas"]["Moment"] | null;
            opened_at: components["schemas"]["Moment"] | null;
            claimed_at: components["schemas"]["Moment"] | null;
            /** @description What the recipient wrote back; empty if nothing */
            thanks: string;
            thanked_at: components["schemas"]["Moment"] | null;
            bounced_at: components["schemas"]["Moment"] | null;
            mailed_at: components["schemas"]["Moment"] | null;
            delivered_at: components["schemas"]["Moment"] | null;
            returned_at: components["schemas"]["Moment"] | null;
            reminded_at: components["schemas"]["Moment"] | null;
            /** @description When the link to a digital card expires */
            expires_at: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
        };
        DeliveryBouncedEvent: {
            /** @constant */
            type: "delivery.bounced";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryCancelledEvent: {
            /** @constant */
            type: "delivery.cancelled";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryClaimedEvent: {
            /** @constant */
            type: "delivery.claimed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryDeliveredEvent: {
            /** @constant */
            type: "delivery.delivered";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryDetail: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            order_number: string;
            /** @description The external ID from the program that placed the order */
            external_id: string | null;
            /** @description Null for the parcel, which carries every bulk card */
            card_item_id: components["schemas"]["Id"] | null;
            recipient_id: components["schemas"]["Id"] | null;
            reward_type: components["schemas"]["RewardTypeName"];
            status: components["schemas"]["DeliveryStatusName"];
            group: components["schemas"]["DeliveryGroupName"];
            card_count: number;
            value_cents: components["schemas"]["Cents"];
            first_name: string;
            last_name: string;
            company: string;
            email: string;
            phone: string;
            address1: string;
            address2: string;
            city: string;
            state: string;
            zip: string;
            /** @description The earliest time it is sent or printed */
            due_at: components["schemas"]["Moment"];
            /** @description How often it was sent, including the next time */
            attempt: number;
            problem_code: string;
            /** @description Why it wasn’t delivered, as a sentence; empty if unknown */
            problem: string;
            carrier: string;
            tracking_number: string;
            tracking_url: string;
            /** @description The delivery that this one replaces */
            replaces_id: components["schemas"]["Id"] | null;
            replaced_by_id: components["schemas"]["Id"] | null;
            /** @description The order’s payment was refunded, so nothing is sent until the order is released */
            is_held: boolean;
            may_fix_email: boolean;
            may_fix_address: boolean;
            may_resend: boolean;
            /** @description Whether a returned letter can be replaced with a digital card */
            may_convert: boolean;
            sent_at: components["schemas"]["Moment"] | null;
            opened_at: components["schemas"]["Moment"] | null;
            claimed_at: components["schemas"]["Moment"] | null;
            /** @description What the recipient wrote back; empty if nothing */
            thanks: string;
            thanked_at: components["schemas"]["Moment"] | null;
            bounced_at: components["schemas"]["Moment"] | null;
            mailed_at: components["schemas"]["Moment"] | null;
            delivered_at: components["schemas"]["Moment"] | null;
            returned_at: components["schemas"]["Moment"] | null;
            reminded_at: components["schemas"]["Moment"] | null;
            /** @description When the link to a digital card expires */
            expires_at: components["schemas"]["Moment"] | null;
            created_at: components["schemas"]["Moment"];
            updated_at: components["schemas"]["Moment"];
            events: components["schemas"]["DeliveryEvent"][];
        };
        DeliveryEvent: {
            id: components["schemas"]["Id"];
            event: string;
            facts: {
                [key: string]: string | number | boolean | null;
            };
            /** @description `system`, `customer`, `staff`, `recipient` or `mail server` */
            actor: string;
            at: components["schemas"]["Moment"];
        };
        DeliveryEventData: {
            delivery_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            /** @description In company webhooks: the external ID from the program that placed the order */
            external_id?: string | null;
            attempt: number;
        };
        /** @enum {string} */
        DeliveryGroupName: "waiting" | "under_way" | "arrived" | "needs_a_hand" | "over";
        DeliveryMailedEvent: {
            /** @constant */
            type: "delivery.mailed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryOpenedEvent: {
            /** @constant */
            type: "delivery.opened";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryReplacedEvent: {
            /** @constant */
            type: "delivery.replaced";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliveryReturnedEvent: {
            /** @constant */
            type: "delivery.returned";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        DeliverySentEvent: {
            /** @constant */
            type: "delivery.sent";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["DeliveryEventData"];
        };
        /** @enum {string} */
        DeliveryStatusName: "queued" | "sending" | "sent" | "opened" | "claimed" | "bounced" | "printing" | "mailed" | "delivered" | "returned" | "replaced" | "cancelled";
        /** @enum {string} */
        DisplayStatus: "in_review" | "pending_payment" | "approved" | "shipped" | "rejected";
        FieldProblem: {
            field: string;
            code: string;
            message: string;
        };
        FieldValue: {
            id: components["schemas"]["Id"];
            name: string;
            value: string;
        };
        GetOrderActivityAnswer: {
            happened: {
                key: string;
                /** @enum {string} */
                event: "refund.approved" | "refund.done" | "refund.failed" | "bounced" | "returned" | "replaced" | "converted" | "fixed" | "mailed" | "queued" | "message";
                /** @enum {string} */
                by: "customer" | "organization" | "recipient" | "system";
                /** @description Of a refund */
                amount_cents: components["schemas"]["Cents"] | null;
                /** @description How many cards it happened to at the same time */
                count: number;
                /** @description Of a single card */
                recipient: string;
                /** @description What the organization wrote, for `message`; empty for other events */
                text: string;
                at: components["schemas"]["Moment"];
            }[];
        };
        HeardAboutOption: {
            id: components["schemas"]["Id"];
            name: string;
        };
        Id: number;
        ListAddressesAnswer: components["schemas"]["BookAddress"][];
        ListHeardAboutOptionsAnswer: components["schemas"]["HeardAboutOption"][];
        ListOrderFieldsAnswer: components["schemas"]["OrderField"][];
        ListPredefinedAmountsAnswer: components["schemas"]["PredefinedAmount"][];
        ListPredefinedMessagesAnswer: components["schemas"]["PredefinedMessage"][];
        ListRecipientListsAnswer: components["schemas"]["RecipientList"][];
        ListRewardInfosAnswer: components["schemas"]["RewardInfo"][];
        ListRewardsAnswer: components["schemas"]["Reward"][];
        ListSavedDesignsAnswer: components["schemas"]["SavedDesign"][];
        ListShippingOptionsAnswer: components["schemas"]["ShippingOption"][];
        ListTemplatesAnswer: components["schemas"]["RewardCardTemplate"][];
        ListUsStatesAnswer: components["schemas"]["UsState"][];
        MatchedRule: {
            name: string;
            /** @description “over $2,500.00”; empty if the rule is for every order */
            reasons: string[];
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        Moment: string;
        Order: {
            id: components["schemas"]["Id"];
            number: string;
            status: components["schemas"]["OrderStatus"];
            display_status: components["schemas"]["DisplayStatus"];
            /**
             * @description Full if all payments were refunded. Screens then show “Refunded” instead of the status
             * @enum {string}
             */
            refund_state: "none" | "partial" | "full";
            refunded_cents: components["schemas"]["Cents"];
            is_shipped: boolean;
            po_number: string;
            /** @description The company’s custom fields, with their names when the order was placed */
            fields: components["schemas"]["FieldValue"][];
            decline_reason: string;
            card_items: components["schemas"]["CardItem"][];
            bulk_address: components["schemas"]["Address"] | null;
            shipping_orders: components["schemas"]["ShippingOrder"][];
            payments: components["schemas"]["Payment"][];
            card_count: number;
            total_cents: components["schemas"]["Cents"];
            /** @description The order can’t change while a payment is open */
            frozen_until: components["schemas"]["Moment"] | null;
            history: {
                status: components["schemas"]["OrderStatus"];
                at: components["schemas"]["Moment"];
                note: string;
            }[];
            created_at: components["schemas"]["Moment"];
            placed_at: components["schemas"]["Moment"] | null;
            /** @description The name of the person who placed it; empty for a cart */
            placed_by: string;
            /** @description When its invoice is due, if it was ordered on invoice */
            due_on: string | null;
            /** @description The external ID from the program that placed it; null for other orders */
            external_id: string | null;
            /** @description Whether the caller placed it; always false for staff */
            is_own: boolean;
            /**
             * @description The mode of the API keys that can see it
             * @enum {string}
             */
            mode: "live" | "test";
        };
        OrderApprovedEvent: {
            /** @constant */
            type: "order.approved";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        OrderDeclinedEvent: {
            /** @constant */
            type: "order.declined";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        OrderDelivery: {
            reward_type: components["schemas"]["RewardTypeName"];
            shipping_option_id: components["schemas"]["Id"];
            /**
             * @description Digital cards only; null is once approved
             * @default null
             */
            send_at?: components["schemas"]["Moment"] | null;
        };
        OrderEventData: {
            order_id: components["schemas"]["Id"];
            number: string;
            status: components["schemas"]["OrderStatus"];
            total_cents: components["schemas"]["Cents"];
            /** @description Null for orders from before there were companies */
            company_id: components["schemas"]["Id"] | null;
            /** @description Null unless a program placed it */
            external_id: string | null;
        };
        OrderField: {
            id: components["schemas"]["Id"];
            name: string;
            required: boolean;
            values: string[];
        };
        OrderFulfilledEvent: {
            /** @constant */
            type: "order.fulfilled";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        OrderItem: {
            /** @description A design that the company saved. Other fields replace its own */
            saved_design_id?: components["schemas"]["Id"];
            reward_type?: components["schemas"]["RewardTypeName"];
            reward_id?: components["schemas"]["Id"];
            reward_card_template_id?: components["schemas"]["Id"];
            design?: components["schemas"]["CardDesign"];
            name?: string;
            message?: string;
            sender_name?: string;
            /** @description The value of each card. Recipients can have their own */
            denomination_cents?: components["schemas"]["Cents"];
            /** @description Bulk cards only */
            quantity?: number;
            /** @description Up to 1,000 in all items together */
            recipients?: components["schemas"]["OrderPerson"][];
            /** @description A list that the company shares, instead of `recipients`. People on it twice get one card */
            recipient_list_id?: components["schemas"]["Id"];
        };
        OrderPage: {
            count: number;
            /** @description The path of the next page; null on the last */
            next: string | null;
            /** @description The path of the previous page; null on the first */
            previous: string | null;
            results: components["schemas"]["Order"][];
        };
        OrderPaidEvent: {
            /** @constant */
            type: "order.paid";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        OrderPerson: {
            /** @default  */
            first_name?: string;
            /** @default  */
            last_name?: string;
            /** @default  */
            email?: string;
            /** @default  */
            address1?: string;
            /** @default  */
            address2?: string;
            /** @default  */
            city?: string;
            /** @default  */
            state?: string;
            /** @default  */
            zip?: string;
            /**
             * @description The language of the card’s email, page, and letter; the site’s if omitted
             * @enum {string}
             */
            language?: "en" | "es";
            /** @default null */
            amount_cents?: number | null;
            /** @default  */
            message?: string;
        };
        OrderPlacedEvent: {
            /** @constant */
            type: "order.placed";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        OrderShippedEvent: {
            /** @constant */
            type: "order.shipped";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["OrderEventData"];
        };
        /** @enum {string} */
        OrderStatus: "cart" | "awaiting_approval" | "in_review" | "pending_payment" | "approved" | "fulfilled" | "declined";
        PatchDeliveryBody: {
            email?: string;
            first_name?: string;
            last_name?: string;
            company?: string;
            phone?: string;
            address1?: string;
            address2?: string;
            city?: string;
            state?: string;
            zip?: string;
            seen_updated_at?: components["schemas"]["Moment"];
        };
        Payment: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            method_code: components["schemas"]["PaymentMethod"];
            state: components["schemas"]["PaymentState"];
            amount_cents: components["schemas"]["Cents"];
            masked_account: string;
            /** @description What happened, as a sentence; may be empty */
            message: string;
            created_at: components["schemas"]["Moment"];
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Where to send the buyer with a form POST of these fields; only while the attempt is open */
            hosted_page: {
                url: string;
                fields: {
                    ssl_txn_auth_token: string;
                };
            } | null;
            remittance: components["schemas"]["Remittance"] | null;
        };
        /** @enum {string} */
        PaymentMethod: "self_hosted_check" | "self_hosted_bank" | "elavon_cc" | "elavon_ach" | "company_balance" | "company_terms";
        /** @enum {string} */
        PaymentState: "started" | "submitted" | "paid" | "settled" | "failed" | "expired" | "abandoned" | "refunded";
        PlaceOrderBody: {
            items: components["schemas"]["OrderItem"][];
            /** @description One for each reward type of the items */
            deliveries: components["schemas"]["OrderDelivery"][];
            /** @description Where bulk cards go: an address that the company shares, or a new one */
            ship_to?: {
                address_id: components["schemas"]["Id"];
            } | {
                /** @default  */
                label?: string;
                name: string;
                /** @default  */
                company?: string;
                address1: string;
                /** @default  */
                address2?: string;
                city: string;
                state: string;
                zip: string;
                /**
                 * @description With its country’s dial code; without one it is read as +1. Empty when there is none
                 * @default
                 */
                phone?: string;
            };
            /**
             * @description The company’s custom fields
             * @default []
             */
            fields?: {
                id: components["schemas"]["Id"];
                value: string;
            }[];
            /** @default  */
            po_number?: string;
            /**
             * @default company_balance
             * @enum {string}
             */
            payment_method?: "company_balance" | "company_terms";
            /** @description Your name for the order. Repeating the request returns the same order */
            external_id: string;
            quote?: string;
            /**
             * @description For the people who approve it
             * @default
             */
            note?: string;
            /** @default [] */
            invoice_emails?: string[];
        };
        PlacedOrder: {
            id: components["schemas"]["Id"];
            number: string;
            status: components["schemas"]["OrderStatus"];
            display_status: components["schemas"]["DisplayStatus"];
            /**
             * @description Full if all payments were refunded. Screens then show “Refunded” instead of the status
             * @enum {string}
             */
            refund_state: "none" | "partial" | "full";
            refunded_cents: components["schemas"]["Cents"];
            is_shipped: boolean;
            po_number: string;
            /** @description The company’s custom fields, with their names when the order was placed */
            fields: components["schemas"]["FieldValue"][];
            decline_reason: string;
            card_items: components["schemas"]["CardItem"][];
            bulk_address: components["schemas"]["Address"] | null;
            shipping_orders: components["schemas"]["ShippingOrder"][];
            payments: components["schemas"]["Payment"][];
            card_count: number;
            total_cents: components["schemas"]["Cents"];
            /** @description The order can’t change while a payment is open */
            frozen_until: components["schemas"]["Moment"] | null;
            history: {
                status: components["schemas"]["OrderStatus"];
                at: components["schemas"]["Moment"];
                note: string;
            }[];
            created_at: components["schemas"]["Moment"];
            placed_at: components["schemas"]["Moment"] | null;
            /** @description The name of the person who placed it; empty for a cart */
            placed_by: string;
            /** @description When its invoice is due, if it was ordered on invoice */
            due_on: string | null;
            /** @description The external ID from the program that placed it; null for other orders */
            external_id: string | null;
            /** @description Whether the caller placed it; always false for staff */
            is_own: boolean;
            /**
             * @description The mode of the API keys that can see it
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description Its request for approval; null if none was needed. `comment` says why it was returned */
            approval: {
                /** @enum {string} */
                state: "open" | "approved" | "returned" | "withdrawn" | "expired";
                comment: string;
            } | null;
        };
        PredefinedAmount: {
            id: components["schemas"]["Id"];
            value_cents: components["schemas"]["Cents"];
        };
        PredefinedMessage: {
            id: components["schemas"]["Id"];
            occasion: string;
            text: string;
        };
        Problem: {
            /** @description The address of a page about the code */
            type: string;
            title: string;
            status: number;
            /** @description A sentence for people */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /** @description By field, for `validation_failed` and others */
            errors: components["schemas"]["FieldProblem"][];
            /** @description Give it to support: the server’s log has it */
            request_id: string;
        };
        /**
         * @description What went wrong. The list grows: treat a code you don’t know by its status
         * @enum {string}
         */
        ProblemCode: "not_found" | "sign_in_required" | "not_allowed" | "registration_incomplete" | "validation_failed" | "order_is_empty" | "order_is_frozen" | "order_is_held" | "order_not_covered" | "other_person_needed" | "order_not_releasable" | "order_short_of_money" | "order_changed" | "order_move_not_allowed" | "order_already_paid" | "order_not_payable" | "payment_outstanding" | "order_not_cancelable" | "price_changed" | "paper_not_available" | "payment_already_open" | "payment_has_discrepancy" | "payment_method_unavailable" | "payment_provider_unreachable" | "payment_unknown" | "balance_too_low" | "terms_overdue" | "over_credit_limit" | "key_not_allowed_here" | "external_id_used" | "quote_changed" | "payment_not_verified" | "payment_recorded_already" | "payment_not_matchable" | "discrepancy_changed" | "discrepancy_not_acceptable" | "refund_too_large" | "refund_cards_out" | "refund_changed" | "refund_not_covered" | "refund_is_open" | "delivery_move_not_allowed" | "delivery_changed" | "card_is_spent" | "batch_changed" | "batch_printed_already" | "carrier_unreachable" | "carrier_refused" | "claim_not_found" | "webhook_is_off" | "changed" | "last_owner" | "last_operator" | "last_admin" | "team_exists" | "team_has_budget" | "over_budget" | "approval_needed" | "approval_not_needed" | "approval_without_approver" | "approval_closed" | "approval_not_yours" | "approval_outdated" | "approval_link_invalid" | "approval_link_expired" | "approval_link_used" | "rule_without_approver" | "company_left" | "merge_blocked" | "draft_being_edited" | "draft_taken_over" | "design_changed" | "program_changed" | "program_incomplete" | "list_file_failed" | "list_file_off" | "list_file_changed" | "answer_in_progress" | "assistant_unknown" | "proposal_expired" | "design_unavailable" | "role_above_own" | "role_in_use" | "invitation_not_found" | "invitation_for_other" | "invitation_expired" | "last_sign_in_method" | "authenticator_missing" | "second_step_missing" | "card_item_incomplete" | "order_field_missing" | "card_item_not_editable" | "digital_not_offered" | "card_items_need_attention" | "shipping_missing" | "shipping_option_not_for_type" | "address_missing" | "limit_exceeded" | "file_not_an_image" | "file_not_a_logo" | "file_too_large" | "file_name_taken" | "file_kind_not_allowed" | "file_has_script" | "file_has_macros" | "file_not_scanned" | "file_infected" | "upload_incomplete" | "upload_changed" | "upload_part_wrong" | "file_unreadable" | "import_unreadable" | "import_repeated" | "import_moved_on" | "idempotency_key_reused" | "idempotency_key_in_use" | "too_many_requests" | "body_is_compressed" | "unsupported_media_type" | "body_too_large" | "headers_too_large" | "request_malformed" | "method_not_allowed" | "unknown_site" | "site_suspended" | "site_not_live" | "not_ready_to_go_live" | "site_has_orders" | "setup_link_over" | "already_set_up" | "fault" | "unavailable";
        QuoteOrderAnswer: {
            card_count: number;
            value: components["schemas"]["SummaryGroup"];
            fees: components["schemas"]["SummaryGroup"];
            delivery: components["schemas"]["SummaryGroup"];
            total_cents: components["schemas"]["Cents"];
            approval: components["schemas"]["CartApproval"] | null;
            /** @description The company’s balance now; can be negative */
            balance_cents: number;
            /** @description Send it when you place the order: if the price or the rules have changed, nothing is placed */
            quote: string;
        };
        QuoteOrderBody: {
            items: components["schemas"]["OrderItem"][];
            /** @description One for each reward type of the items */
            deliveries: components["schemas"]["OrderDelivery"][];
            /** @description Where bulk cards go: an address that the company shares, or a new one */
            ship_to?: {
                address_id: components["schemas"]["Id"];
            } | {
                /** @default  */
                label?: string;
                name: string;
                /** @default  */
                company?: string;
                address1: string;
                /** @default  */
                address2?: string;
                city: string;
                state: string;
                zip: string;
                /**
                 * @description With its country’s dial code; without one it is read as +1. Empty when there is none
                 * @default
                 */
                phone?: string;
            };
            /**
             * @description The company’s custom fields
             * @default []
             */
            fields?: {
                id: components["schemas"]["Id"];
                value: string;
            }[];
            /** @default  */
            po_number?: string;
            /**
             * @default company_balance
             * @enum {string}
             */
            payment_method?: "company_balance" | "company_terms";
        };
        RecipientList: {
            id: components["schemas"]["Id"];
            name: string;
            people_count: number;
            updated_at: components["schemas"]["Moment"];
            shared: components["schemas"]["Shared"];
        };
        RefundDoneEvent: {
            /** @constant */
            type: "refund.done";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["RefundEventData"];
        };
        RefundEventData: {
            /** @description Not in company webhooks */
            refund_id?: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            /** @description In company webhooks: the external ID from the program that placed the order */
            external_id?: string | null;
            number: string;
            amount_cents: components["schemas"]["Cents"];
            /**
             * @description Of the order; `none` for a surplus
             * @enum {string}
             */
            refund_state: "none" | "partial" | "full";
        };
        Remittance: {
            reference: string;
            lines: {
                label: string;
                value: string;
            }[];
            note: string;
        };
        ResendDeliveriesBody: {
            group?: components["schemas"]["DeliveryGroupName"];
            status?: components["schemas"]["DeliveryStatusName"][];
            reward_type?: components["schemas"]["RewardTypeName"];
            /** @description Any part of a name, company or email. Among more than 20,000 deliveries, how a last name or an email begins, both names, or how the customer of a parcel is found */
            search?: string;
            /** @description Only these. If left out, all that match the filter */
            ids?: components["schemas"]["Id"][];
        };
        ResendDeliveryBody: {
            seen_updated_at?: components["schemas"]["Moment"];
        };
        ResentDeliveries: {
            found: number;
            resent: number;
        };
        Reward: {
            id: components["schemas"]["Id"];
            name: string;
            network: string;
            description: string;
            image: string;
            reward_types: components["schemas"]["RewardTypeName"][];
            min_value_cents: components["schemas"]["Cents"];
            max_value_cents: components["schemas"]["Cents"];
        };
        RewardCardTemplate: {
            id: components["schemas"]["Id"];
            name: string;
            background: {
                art: components["schemas"]["CardArt"];
                image: string | null;
            };
            gradient: {
                strength: components["schemas"]["CardGradient"];
                image: string | null;
            };
            fulfillment_layout: {
                bulk: {
                    image: string | null;
                };
                direct: {
                    image: string | null;
                };
                digital: {
                    image: string | null;
                };
            };
            user_layout: {
                tone: components["schemas"]["CardTone"];
                line1: string;
                line2: string;
                takes_logo: boolean;
            };
            preview: string;
        };
        RewardInfo: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["RewardTypeName"];
            title: string;
            description: string;
            needs: string;
            good_for: string;
            arrives: string;
        };
        /** @enum {string} */
        RewardTypeName: "bulk" | "direct" | "digital";
        SavedDesign: {
            id: components["schemas"]["Id"];
            name: string;
            reward_type_data: {
                name: components["schemas"]["RewardTypeName"];
                title: string;
            };
            reward: {
                id: components["schemas"]["Id"];
                name: string;
                network: string;
            };
            reward_card_template_id: components["schemas"]["Id"];
            art: string;
            design: components["schemas"]["CardDesign"];
            message: string;
            sender_name: string;
            updated_at: components["schemas"]["Moment"];
            shared: {
                by: string;
                is_own: boolean;
                /** @description True for the person who shared it, and for admins */
                can_change: boolean;
            };
            last_used_at: components["schemas"]["Moment"] | null;
            /** @description Why it can’t be used for a card now */
            unavailable: ("template_not_offered" | "reward_not_offered" | "digital_not_offered") | null;
        };
        Shared: {
            by: string;
            is_own: boolean;
            /** @description True for the person who shared it, and for admins */
            can_change: boolean;
        } | null;
        ShippingOption: {
            id: components["schemas"]["Id"];
            reward_type: components["schemas"]["RewardTypeName"];
            /** @enum {string} */
            carrier: "UPS" | "USPS" | "email";
            service: string;
            price_cents: components["schemas"]["Cents"];
            /** @enum {string} */
            per: "shipment" | "recipient";
            min_days: number;
            max_days: number;
        };
        ShippingOrder: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            reward_type: components["schemas"]["RewardTypeName"];
            shipping_option_id: components["schemas"]["Id"];
            carrier: string;
            service: string;
            price_cents: components["schemas"]["Cents"];
            /** @enum {string} */
            per: "shipment" | "recipient";
            address: components["schemas"]["AddressSnapshot"] | null;
            send_at: components["schemas"]["Moment"] | null;
            state: string;
            tracking_number: string;
        };
        /** @description US dollars, integer cents; may be negative */
        SignedCents: number;
        SitePicture: {
            url: string;
            width: number;
            height: number;
        };
        SummaryGroup: {
            cents: components["schemas"]["Cents"];
            lines: components["schemas"]["SummaryLine"][];
        };
        SummaryLine: {
            label: string;
            reward_type: components["schemas"]["RewardTypeName"];
            card_item_id: components["schemas"]["Id"] | null;
            cents: components["schemas"]["Cents"];
            parts: {
                count: number;
                each_cents: components["schemas"]["Cents"];
            }[];
        };
        TestEventData: {
            webhook_id: components["schemas"]["Id"];
        };
        UsState: {
            code: string;
            name: string;
        };
        WebhookTestEvent: {
            /** @constant */
            type: "webhook.test";
            timestamp: components["schemas"]["Moment"];
            /**
             * @description Only for a company’s test orders
             * @constant
             */
            mode?: "test";
            data: components["schemas"]["TestEventData"];
        };
    };
    responses: {
        /** @description `body_too_large` */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `idempotency_key_reused` */
        IdempotencyKeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `key_not_allowed_here` */
        KeyNotAllowedHere: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found` */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `payment_method_unavailable` */
        PaymentMethodUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `sign_in_required` */
        SignInRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type` */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `validation_failed` */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_many_requests` */
        TooManyRequests: {
            headers: {
                /** @description How many seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A problem of the site or the server, or any other */
        OtherProblem: {
            headers: {
                /** @description How many seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The same key and body get the same response, no matter how often they’re sent */
        IdempotencyKey: string;
        /** @description The event’s ID. A message that’s sent again keeps it */
        WebhookId: string;
        /** @description When it was sent, in seconds since 1970 */
        WebhookTimestamp: number;
        /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listRewards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRewardsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listRewardInfos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRewardInfosAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    getRewardInfo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardInfo"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTemplatesAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listPredefinedAmounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPredefinedAmountsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listPredefinedMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPredefinedMessagesAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listHeardAboutOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListHeardAboutOptionsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listUsStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsStatesAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listShippingOptions: {
        parameters: {
            query?: {
                reward_type?: components["schemas"]["RewardTypeName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListShippingOptionsAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["KeyNotAllowedHere"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listOrderFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOrderFieldsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            /** @description `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAddressesAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            /** @description `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listSavedDesigns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSavedDesignsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left`, `registration_incomplete` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                status?: components["schemas"]["OrderStatus"][];
                /** @description An order number, or any part of a PO number or custom field’s value */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    getOrderActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrderActivityAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body get the same response, no matter how often they’re sent */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentBody"];
                "application/x-www-form-urlencoded": components["schemas"]["CreatePaymentBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left`, `registration_incomplete` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `order_is_empty`, `card_items_need_attention`, `digital_not_offered`, `card_item_incomplete`, `order_field_missing`, `shipping_missing`, `address_missing`, `order_already_paid`, `order_not_payable`, `payment_outstanding`, `payment_already_open`, `payment_has_discrepancy`, `price_changed`, `over_budget`, `approval_needed`, `balance_too_low`, `terms_overdue`, `over_credit_limit`, `limit_exceeded`, `idempotency_key_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `payment_method_unavailable`, `idempotency_key_reused` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description `payment_provider_unreachable`, `payment_unknown` */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["OtherProblem"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body get the same response, no matter how often they’re sent */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `order_not_cancelable`, `payment_already_open`, `idempotency_key_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    quoteOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteOrderBody"];
                "application/x-www-form-urlencoded": components["schemas"]["QuoteOrderBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteOrderAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `registration_incomplete`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `design_unavailable`, `digital_not_offered`, `limit_exceeded`, `order_is_empty`, `card_items_need_attention`, `card_item_incomplete`, `shipping_missing`, `shipping_option_not_for_type`, `address_missing`, `order_field_missing` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceOrderBody"];
                "application/x-www-form-urlencoded": components["schemas"]["PlaceOrderBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `registration_incomplete`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `design_unavailable`, `digital_not_offered`, `limit_exceeded`, `order_is_empty`, `card_items_need_attention`, `card_item_incomplete`, `shipping_missing`, `shipping_option_not_for_type`, `address_missing`, `order_field_missing`, `external_id_used`, `quote_changed`, `balance_too_low`, `terms_overdue`, `over_credit_limit`, `over_budget`, `approval_needed`, `approval_without_approver`, `price_changed`, `order_changed` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["PaymentMethodUnavailable"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    getOrderByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your name for the order, unique in the company */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listDeliveriesByExternalId: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                group?: components["schemas"]["DeliveryGroupName"];
                status?: components["schemas"]["DeliveryStatusName"][];
                reward_type?: components["schemas"]["RewardTypeName"];
                /** @description Any part of a name, company or email. Among more than 20,000 deliveries, how a last name or an email begins, both names, or how the customer of a parcel is found */
                search?: string;
                /** @description Only those whose recipient wrote back */
                is_thanked?: boolean;
            };
            header?: never;
            path: {
                /** @description Your name for the order, unique in the company */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesOfOrder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listRecipientLists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRecipientListsAnswer"];
                };
            };
            401: components["responses"]["SignInRequired"];
            /** @description `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                group?: components["schemas"]["DeliveryGroupName"];
                status?: components["schemas"]["DeliveryStatusName"][];
                reward_type?: components["schemas"]["RewardTypeName"];
                /** @description Any part of a name, company or email. Among more than 20,000 deliveries, how a last name or an email begins, both names, or how the customer of a parcel is found */
                search?: string;
                /** @description Only those whose recipient wrote back */
                is_thanked?: boolean;
            };
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesOfOrder"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    patchDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchDeliveryBody"];
                "application/x-www-form-urlencoded": components["schemas"]["PatchDeliveryBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `delivery_move_not_allowed`, `delivery_changed`, `limit_exceeded`, `order_is_held`, `order_not_covered` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body get the same response, no matter how often they’re sent */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendDeliveryBody"];
                "application/x-www-form-urlencoded": components["schemas"]["ResendDeliveryBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `delivery_move_not_allowed`, `delivery_changed`, `limit_exceeded`, `order_is_held`, `order_not_covered`, `idempotency_key_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    resendDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body get the same response, no matter how often they’re sent */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendDeliveriesBody"];
                "application/x-www-form-urlencoded": components["schemas"]["ResendDeliveriesBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDeliveries"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `order_is_held`, `order_not_covered`, `idempotency_key_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    convertDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body get the same response, no matter how often they’re sent */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConvertDeliveryBody"];
                "application/x-www-form-urlencoded": components["schemas"]["ConvertDeliveryBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignInRequired"];
            /** @description `not_allowed`, `key_not_allowed_here`, `company_left` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description `delivery_move_not_allowed`, `delivery_changed`, `limit_exceeded`, `order_is_held`, `order_not_covered`, `card_is_spent`, `idempotency_key_in_use` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["OtherProblem"];
        };
    };
    approvalRequestedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRequestedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approvalApprovedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalApprovedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approvalReturnedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalReturnedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approvalWithdrawnEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalWithdrawnEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderPlacedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPlacedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderPaidEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPaidEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderApprovedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderApprovedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderDeclinedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderDeclinedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderFulfilledEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderFulfilledEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    orderShippedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderShippedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refundDoneEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundDoneEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliverySentEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliverySentEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryOpenedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryOpenedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryClaimedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryClaimedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryBouncedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryBouncedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryMailedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryMailedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryDeliveredEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryDeliveredEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryReturnedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryReturnedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryReplacedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryReplacedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliveryCancelledEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryCancelledEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyCreatedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyCreatedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyRenamedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyRenamedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyMergedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyMergedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyUnmergedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyUnmergedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyPersonJoinedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyPersonJoinedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyPersonRemovedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyPersonRemovedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    companyRoleChangedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyRoleChangedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    budgetChangedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetChangedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    budgetExhaustedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetExhaustedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    balanceToppedUpEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceToppedUpEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    balanceChangedEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BalanceChangedEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The event’s ID. A message that’s sent again keeps it */
                "webhook-id"?: components["parameters"]["WebhookId"];
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestamp"];
                /** @description HMAC-SHA256 by Standard Webhooks; several are separated by spaces */
                "webhook-signature"?: components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description You don’t want any more messages. This turns off the endpoint */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description You received the message. Respond within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
